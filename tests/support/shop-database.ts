import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFileName } from '../../app/server/database/open-database.ts'

export const changeData = (dataDir: string, sql: string): void => {
  const db = new DatabaseSync(join(dataDir, sqliteFileName), { timeout: 5_000 })
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
}

export const readData = (dataDir: string, sql: string): readonly Record<string, unknown>[] => {
  const db = new DatabaseSync(join(dataDir, sqliteFileName), { timeout: 5_000, readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}
