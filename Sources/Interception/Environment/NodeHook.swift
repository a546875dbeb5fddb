/// The script that makes Node's own clients use a proxy, which they don't by themselves before version 24.
///
/// It is loaded by `NODE_OPTIONS=--require`, and takes the proxy from ``proxyVariable``. It opens a tunnel for plain
/// HTTP, too, so that a proxy looks at the first byte after `CONNECT` to tell TLS from HTTP. Covered are `http`,
/// `https` with agents of any kind that leave `createConnection` alone, and `fetch` without a dispatcher of its own.
enum NodeHook {
    static let proxyVariable = "SESSION_CONSOLE_WATCH_PROXY"

    static let script = #"""
        // Written by session-console for one run of a command.
        'use strict'
        const http = require('http'), https = require('https'), net = require('net'), tls = require('tls')
        const proxy = new URL(process.env.SESSION_CONSOLE_WATCH_PROXY || 'http://127.0.0.1:0')

        // Opens a connection to host and port through the proxy.
        function tunnel(host, port, done) {
            const target = (net.isIPv6(host) ? `[${host}]` : host) + ':' + port
            const socket = net.connect(Number(proxy.port), proxy.hostname)
            let head = Buffer.alloc(0)
            const finish = error => {
                socket.off('readable', read).off('error', finish).off('end', end)
                if (error) socket.destroy()
                done(error, error ? undefined : socket)
            }
            const end = () => finish(new Error('the proxy of session-console closed the connection'))
            const read = () => {
                for (let piece; (piece = socket.read()) !== null;) {
                    head = Buffer.concat([head, piece])
                    const length = head.indexOf('\r\n\r\n')
                    if (length < 0) continue
                    const line = head.toString('latin1', 0, head.indexOf('\r\n'))
                    if (!/^HTTP\/1\.[01] 200/.test(line)) return finish(new Error(`${target}: ${line}`))
                    const rest = head.subarray(length + 4)
                    finish(null)
                    if (rest.length) socket.unshift(rest)
                    return
                }
            }
            socket.on('readable', read).on('error', finish).on('end', end)
            socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
        }

        function secure(socket, options, host, done) {
            const servername = options.servername || (net.isIP(host) ? '' : host)
            const connection = tls.connect({ ...options, socket, host, servername })
            const fail = error => done(error)
            connection.once('error', fail)
            connection.once('secureConnect', () => { connection.off('error', fail); done(null, connection) })
        }

        for (const [client, isSecure] of [[http, false], [https, true]]) {
            const original = client.Agent.prototype.createConnection
            client.Agent.prototype.createConnection = function (options, done) {
                const host = options.host || options.hostname || 'localhost'
                const isProxy = host === proxy.hostname && Number(options.port) === Number(proxy.port)
                // A newer Node leads this agent through the proxy itself.
                const isLed = this.options && this.options.proxyEnv
                if (options.socketPath || isProxy || isLed || !done) return original.call(this, options, done)
                tunnel(host, options.port, (error, socket) => {
                    if (error || !isSecure) return done(error, socket)
                    secure(socket, options, host, done)
                })
            }
        }

        const key = Symbol.for('undici.globalDispatcher.1')
        // The first use makes Node create its dispatcher.
        try { fetch('data:,').catch(() => {}) } catch {}
        const dispatcher = globalThis[key]
        if (dispatcher && !(http.globalAgent.options && http.globalAgent.options.proxyEnv)) {
            const connect = (options, done) => {
                const isSecure = options.protocol === 'https:'
                const host = options.hostname.replace(/^\[|\]$/g, '')
                tunnel(host, options.port || (isSecure ? 443 : 80), (error, socket) => {
                    if (error || !isSecure) return done(error, socket)
                    secure(socket, { servername: options.servername, ALPNProtocols: ['http/1.1'] }, host, done)
                })
            }
            globalThis[key] = new dispatcher.constructor({ connect })
        }

        """#
}
