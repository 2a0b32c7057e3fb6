/** Faults in backups. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'D20: two backups are made at once',
    text: "throw codeOfError(error) === 'EEXIST' ? new BackupRefused('running', `（${lock}）`) : error",
    instead: 'return open(lock, "w", 0o600)',
  },
  {
    name: 'D20: a lock of a process that is over stands for ever',
    text: 'return host === hostname() && !isAlive(Number(pid))',
    instead: 'return false && host === pid',
  },
  {
    name: 'D20: a lock of another machine stands for ever',
    text: 'if (found === undefined || now - found.mtimeMs > leftAfterMs) return true',
    instead: 'if (found === undefined) return true',
  },
  {
    name: 'D20: what a killed run left stays',
    text: 'if (found !== undefined && now - found.mtimeMs > unfinishedAfterMs)',
    instead: 'if (found === undefined)',
  },
  {
    name: 'D20: a run that goes on loses its folder',
    text: 'if (found !== undefined && now - found.mtimeMs > unfinishedAfterMs)',
    instead: 'if (found !== undefined)',
  },
  {
    name: 'D26: who asked before the backup is told twice',
    text: 'restored !== null && confirmedAt <= restored.backupAt &&',
    instead: 'restored !== null && confirmedAt < 0 &&',
  },
  {
    name: 'D26: nobody is told of what is back after a restore',
    text: '&& now < restored.restoredAt + askedAgainForMs',
    instead: '&& now > 0',
  },
  {
    name: 'D40: what is not locked goes to S3',
    text: "if (env.BACKUP_KEY === undefined) throw new BackupRefused('needs-lock')",
    instead: '',
  },
  {
    name: 'D40: a copy that failed counts',
    text: 'const copied = await copyBackup(env, place, { parts, made, readsAll: note.damaged, work })',
    instead:
      'const copied = await copyBackup(env, place, { parts, made, readsAll: note.damaged, work }).catch(() => [])',
  },
  {
    name: 'D41: all is sent each night',
    text: '    if (sizeThere === size) sent.push(name)\n',
    instead: '    if (sizeThere === -1) sent.push(name + size)\n',
  },
  {
    name: 'D41: what was sent is not read back',
    text: 'if (back !== (await sumOf(content.stream()))) throw',
    instead: "if (back === '') throw",
  },
  {
    name: 'D41: the bucket follows the folder',
    text: '    if (!names.includes(list)) return gone.length\n',
    instead: '    if (!names.includes(list)) continue\n',
  },
  {
    name: 'D42: nothing is tried again',
    text: 'if (attempt < attempts && isPassing(error)) continue',
    instead: 'if (attempt < 0 && isPassing(error)) continue',
  },
]
