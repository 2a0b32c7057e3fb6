import { existsSync } from 'node:fs'
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
