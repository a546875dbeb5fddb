// Prints `TARGET yes` or `TARGET no` for each target, as Node's tls trusts what a proxy shows for it.
const fs = require('fs'), http = require('http'), net = require('net'), tls = require('tls')
const [port, root, ...targets] = process.argv.slice(2)
const ca = fs.readFileSync(root)

const check = target => new Promise(resolve => {
    const number = target.slice(target.lastIndexOf(':') + 1)
    const host = target.slice(0, target.lastIndexOf(':')).replace(/[[\]]/g, '')
    http.request({ port, host: '127.0.0.1', method: 'CONNECT', path: target }).on('connect', (_, socket) => {
        const servername = net.isIP(host) ? '' : host
        const secure = tls.connect({ socket, host, port: number, servername, ca })
        secure.on('secureConnect', () => { resolve('yes'); secure.destroy() })
        secure.on('error', error => resolve(/(permitted|excluded).subtree|(PERMITTED|EXCLUDED)_VIOLATION/i.test(error.code + error.message) ? 'no' : String(error)))
    }).end()
})

;(async () => { for (const target of targets) console.log(target, await check(target)) })()
