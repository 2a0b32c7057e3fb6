import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether Debian's packages may be installed: on Debian, as root. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

const apt = (...words) =>
  execFileSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Installs Debian packages without a question. `what` names them for people.
 * @param {string} what
 * @param {string[]} packages
 */
export const installPackages = (what, packages) => {
  console.log(`Getting ${what} from Debian's packages ...`)
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...packages)
}
