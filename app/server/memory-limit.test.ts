import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryReader } from './memory-watch.ts'

const mb = 1_048_576
const total = 1_000 * mb

/** A folder like /sys/fs/cgroup with these files. */
const groupsWith = (files: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(join(tmpdir(), 'cgroups-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const second = {
  'memory.max': `${256 * mb}\n`,
  'memory.current': `${200 * mb}\n`,
  'memory.stat': `anon 1\nactive_file ${30 * mb}\ninactive_file ${15 * mb}\nshmem 5\nslab_reclaimable ${5 * mb}\nslab_unreclaimable 7\n`,
}
const first = {
  'memory.limit_in_bytes': `${256 * mb}\n`,
  'memory.usage_in_bytes': `${200 * mb}\n`,
  'memory.stat': `active_file 1\ninactive_file 1\ntotal_active_file ${30 * mb}\ntotal_inactive_file ${20 * mb}\n`,
}
const below = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]))

test.each([
  {
    where: 'a unit of systemd',
    groups: '0::/system.slice/shop.service\n',
    files: below('system.slice/shop.service', second),
  },
  { where: 'a container', groups: '0::/\n', files: second },
  { where: 'a container that sees the host’s path', groups: '0::/docker/a\n', files: second },
  {
    where: 'a group of the first version',
    groups: '8:pids:/\n4:memory:/docker/a\n0::/\n',
    files: below('memory/docker/a', first),
  },
  { where: 'one among others', groups: '4:cpu,memory:/docker/a\n', files: below('memory/docker/a', first) },
  {
    where: 'a container of the first version',
    groups: '4:memory:/docker/a\n',
    files: below('memory', first),
  },
])('D62: in $where its limit counts, and files that the kernel keeps do not', ({ groups, files }) => {
  expect(memoryReader(groups, groupsWith(files), total)()).toEqual({ used: 150 * mb, limit: 256 * mb })
})

test.each([
  { what: 'no cgroup', groups: '', files: {} },
  { what: 'no limit', groups: '0::/\n', files: { ...second, 'memory.max': 'max\n' } },
  {
    what: 'a limit above the machine',
    groups: '4:memory:/\n',
    files: below('memory', { ...first, 'memory.limit_in_bytes': '9223372036854771712\n' }),
  },
])('D62: with $what the process is measured beside the whole machine', ({ groups, files }) => {
  const { used, limit } = memoryReader(groups, groupsWith(files), total)()
  expect(limit).toBe(total)
  expect(used).toBeGreaterThan(mb)
})
