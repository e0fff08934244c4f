import { parentPort, workerData } from 'node:worker_threads'
import { type Piece, pieceParser, type Rewriting } from './parse-piece.js'

const parse = pieceParser(workerData as Rewriting)
parentPort?.on('message', (piece: Piece) => {
  const made = parse(piece)
  parentPort?.postMessage(made, [made.text.buffer])
})
