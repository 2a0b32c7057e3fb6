import { existsSync } from 'node:fs'
import { runChild } from './run-child.js'

/** Whether Debian's packages may be installed: on Debian, as root. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

const apt = async (...words) => {
  const status = await runChild('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ${words[0]} failed, as it says above.`)
}

/**
 * Installs Debian packages without a question. `what` names them for people.
 * @param {string} what
 * @param {string[]} packages
 */
export const installPackages = async (what, packages) => {
  console.log(`Getting ${what} from Debian's packages ...`)
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...packages)
}
