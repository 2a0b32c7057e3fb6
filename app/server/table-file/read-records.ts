import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { ok, type Result, refused } from '../../kernel/result.ts'

/** Batch size; reads in about 5 ms. */
const bytesPerTurn = 65_536

/** Far beyond what any file's headings have: the parser limits the length of cells, not their number. */
const mostCells = 1_000

class TooManyCells extends Error {}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** Counts the cells of the records in pieces of a file as they come; throws `TooManyCells`. */
const cellCounter = (delimiter: number, hasQuotes: boolean) => {
  let [cells, isQuoted] = [0, false]
  return (piece: Buffer): void => {
    for (const byte of piece) {
      if (byte === quote && hasQuotes) isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === lineFeed || byte === carriageReturn) cells = 0
      else if (byte === delimiter) cells += 1
      if (cells > mostCells) throw new TooManyCells()
    }
  }
}

const inPieces = async function* (bytes: Buffer, count: (piece: Buffer) => void) {
  for (let at = 0; at < bytes.length; at += bytesPerTurn) {
    const piece = bytes.subarray(at, at + bytesPerTurn)
    count(piece)
    yield piece
    await nextTurn()
  }
}

export interface RecordLimits {
  readonly delimiter: ',' | '\t'
  /** Whether a quote within a cell is text. */
  readonly relaxQuotes: boolean
  /** Whether cells are trimmed, and lines without any left out. */
  readonly trims: boolean
  /** Signs of one record. */
  readonly longestRecord: number
  readonly mostRecords: number
}

export interface UnreadRecord {
  readonly why: 'cells' | 'records' | 'length' | 'quotes'
  /** The record's place, from 1. */
  readonly at: number
}

/** Parses the records of a table, yielding to other work; refuses what is beyond its limits or has broken quotes. */
export const readRecords = async (
  text: string,
  { delimiter, relaxQuotes, trims, longestRecord, mostRecords }: RecordLimits,
): Promise<Result<string[][], UnreadRecord>> => {
  const parser = parse({
    delimiter,
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes,
    skipEmptyLines: trims,
    trim: trims,
    maxRecordSize: longestRecord,
  })
  // Where quotes are text, one alone would hide all cells after it.
  const counter = cellCounter(delimiter.charCodeAt(0), !relaxQuotes)
  const source = Readable.from(inPieces(Buffer.from(text, 'utf8'), counter))
  source.once('error', (error) => parser.destroy(error))
  const records: string[][] = []
  const unread = (why: UnreadRecord['why']) => refused({ why, at: records.length + 1 })
  try {
    for await (const record of source.pipe(parser)) {
      records.push(record)
      if (records.length > mostRecords) return unread('records')
    }
    return ok(records)
  } catch (error) {
    if (error instanceof TooManyCells) return unread('cells')
    if (!(error instanceof CsvError)) throw error
    return unread(error.code === 'CSV_MAX_RECORD_SIZE' ? 'length' : 'quotes')
  } finally {
    source.destroy()
  }
}
