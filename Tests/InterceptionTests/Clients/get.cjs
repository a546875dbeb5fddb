// Gets each URL with http or https, then each with fetch, then one with an agent of its own; prints the bodies.
const http = require('http'), https = require('https')
const urls = process.argv.slice(2)
const get = (url, options = {}) => new Promise((resolve, reject) => {
    (url.startsWith('https:') ? https : http).get(url, options, answer => {
        let body = ''
        answer.on('data', piece => { body += piece }).on('end', () => resolve(body))
    }).on('error', reject)
})

;(async () => {
    for (const url of urls) console.log(await get(url))
    for (const url of urls) console.log(await (await fetch(url)).text())
    console.log(await get(urls[1], { agent: new https.Agent({ keepAlive: true }) }))
})().catch(error => { console.error(error); process.exit(1) })
