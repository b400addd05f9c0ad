// An honest player that uses much of what Node offers.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, promises as files, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'

const checks = {
  async workers() {
    const answers = await Promise.all([1, 2, 3].map(n => new Promise((resolve, reject) => {
      const worker = new Worker('const { parentPort, workerData } = require("worker_threads"); parentPort.postMessage(workerData * 2)', { eval: true, workerData: n })
      worker.on('message', resolve).on('error', reject)
    })))
    return answers.join() === '2,4,6'
  },
  sharedMemory: () => Atomics.add(new Int32Array(new SharedArrayBuffer(16)), 0, 1) === 0,
  machine: () => os.cpus().length >= 1 && os.totalmem() > 0 && os.freemem() > 0 && os.availableParallelism() >= 1 && os.hostname() !== '' && os.uptime() > 0,
  temporaryFiles() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'mine-'))
    writeFileSync(path.join(folder, 'a'), 'x')
    const text = readFileSync(path.join(folder, 'a'), 'utf8')
    rmSync(folder, { recursive: true })
    return text === 'x'
  },
  async asynchronousFiles() {
    const file = path.join(os.tmpdir(), 'b')
    await files.writeFile(file, 'y'.repeat(1e5))
    const size = (await files.stat(file)).size
    await files.unlink(file)
    return size === 1e5
  },
  child: () => execFileSync('echo', ['hi']).toString() === 'hi\n',
  spawned: () => new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'])
    let text = ''
    child.stdout.on('data', data => { text += data })
    child.on('error', reject).on('close', code => resolve(code === 0 && text === 'ping'))
    child.stdin.end('ping')
  }),
  localSocket: () => new Promise((resolve, reject) => {
    const file = path.join(os.tmpdir(), 'socket')
    const server = net.createServer(socket => socket.end('hello')).on('error', reject).listen(file, () => {
      net.connect(file).on('error', reject).on('data', data => { server.close(); resolve(String(data) === 'hello') })
    })
  }),
  timers: () => new Promise(resolve => setTimeout(() => setImmediate(() => resolve(true)), 5)),
  randomness: () => randomBytes(8).length === 8,
  memory: () => process.memoryUsage().rss > 0 && process.resourceUsage().userCPUTime >= 0,
  async imported() { return (await import('node:zlib')).gzipSync('x').length > 0 }
}

async function examine () {
  for (const [name, check] of Object.entries(checks)) {
    const broken = await Promise.resolve().then(check).then(good => good ? '' : 'does not do what it should', String)
    if (broken) console.error(`BROKEN ${name}: ${broken}`)
  }
  console.error(`CHECKED ${Object.keys(checks).length}`)
}

const say = message => process.stdout.write(JSON.stringify(message) + '\n')
let greeted = false
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (!greeted) {
    greeted = true
    say({ ready: true })
    continue
  }
  if (message.end) break
  if (message.turn === 0) await examine()
  say({ turn: message.turn, accept: false })
}
process.exit(0)
