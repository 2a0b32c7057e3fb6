import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { runChild } from './run-child.js'

export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

const apt = async (...words) => {
  const status = await runChild('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ${words[0]} failed, as it says above.`)
}

/**
 * @param {string} what names the packages for people
 * @param {string[]} packages
 */
export const installPackages = async (what, packages) => {
  console.log(`Getting ${what} from Debian's packages ...`)
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Otherwise postfix makes the machine a mail server of its own. */
const answers = 'postfix postfix/main_mailer_type select No configuration\n'

/**
 * As `installPackages`, and no service of theirs is started: Debian asks the file `policy` before it starts one. The machine's own is
 * back afterwards, also when the packages could not be had.
 * @param {string} what
 * @param {string[]} packages
 */
export const installWithoutServices = async (what, packages, policy = '/usr/sbin/policy-rc.d') => {
  const kept = `${policy}.kept`
  // It is there already when a run before this one was killed meanwhile.
  if (existsSync(policy) && !existsSync(kept)) renameSync(policy, kept)
  writeFileSync(policy, '#!/bin/sh\nexit 101\n')
  chmodSync(policy, 0o755)
  try {
    spawnSync('debconf-set-selections', { input: answers })
    await installPackages(what, packages)
  } finally {
    if (existsSync(kept)) renameSync(kept, policy)
    else rmSync(policy)
  }
}
