import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * `npm run try-install [-- --suite trixie] [--root FOLDER]`: from a bare Debian to the first played track, and on to the
 * next version. As root, with Debian's packages debootstrap, systemd-container, iptables and libnss3-tools.
 *
 * A root of debootstrap (or FOLDER, which stays as it is) is booted with its own systemd and network. There
 * deploy/install.sh runs; a browser that trusts the site's authority makes a package and hears it; deploy/upgrade.sh
 * takes a good version and two broken ones, and the site answers all the time.
 */
const { values } = parseArgs({
  options: { suite: { type: 'string', default: 'bookworm' }, root: { type: 'string' } },
});
const project = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'sonoteca-install-'));
const space = `sonoteca${process.pid}`;
const [outside, inside] = ['10.203.77.1', '10.203.77.2'];
const domain = 'sonoteca.test';
const admin = { email: 'chefe@radio.test', password: 'senha-do-chefe' };
const settings = {
  DOMAIN: domain,
  TLS: 'internal',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
};
const sound = join(project, 'demo/audio/trilha-lounge-madrugada.mp3');
const undo: (() => unknown)[] = [];

const run = (line: string) => execFileSync('sh', ['-ec', line], { stdio: ['ignore', 'ignore', 'inherit'] });
const began = Date.now();
const say = (text: string) =>
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${text}`);

/** The root that the machine writes to: the bare one stays below it. */
function makeRoot(): string {
  const bare = values.root ? resolve(values.root) : join(work, 'bare');
  if (!values.root)
    run(
      `debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates ${values.suite} ${bare}`,
    );
  for (const folder of ['upper', 'under', 'root']) mkdirSync(join(work, folder));
  const root = join(work, 'root');
  run(`mount -t overlay overlay -o lowerdir=${bare},upperdir=${work}/upper,workdir=${work}/under ${root}`);
  undo.push(() => run(`umount ${root}`));
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${domain}\n`);
  return root;
}

/** A network with nothing else in it: the machine's ports are its own, and it reaches Debian's mirror. */
function makeNetwork(): void {
  const forwarding = '/proc/sys/net/ipv4/ip_forward';
  const before = readFileSync(forwarding, 'utf8');
  const rule = `POSTROUTING -s ${inside} -j MASQUERADE`;
  run(`ip netns add ${space}`);
  undo.push(() => run(`ip netns delete ${space}`));
  run(`ip link add ${space} type veth peer name host0 netns ${space}
    ip address add ${outside}/30 dev ${space} && ip link set ${space} up
    ip -n ${space} address add ${inside}/30 dev host0 && ip -n ${space} link set host0 up
    ip -n ${space} link set lo up && ip -n ${space} route add default via ${outside}
    iptables -t nat -A ${rule}`);
  undo.push(() => run(`iptables -t nat -D ${rule}`));
  writeFileSync(forwarding, '1');
  undo.push(() => writeFileSync(forwarding, before));
}

/** Boots the root. @returns the process of its systemd */
async function boot(root: string): Promise<number> {
  const options = [
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--resolv-conf=off',
    `--directory=${root}`,
    '--boot',
  ];
  const machine = spawn('systemd-nspawn', [...options, `--network-namespace-path=/run/netns/${space}`], {
    stdio: 'ignore',
  });
  undo.push(() => shutDown(machine));
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(200)) {
    if (machine.exitCode !== null) throw new Error('the machine ended: systemd-nspawn does not run here');
    const first = spawnSync('pgrep', ['-P', String(machine.pid)], { encoding: 'utf8' }).stdout.trim();
    if (first && inMachine(Number(first), 'systemctl is-system-running --wait').status === 0)
      return Number(first);
  }
  throw new Error('the machine did not boot within a minute');
}

async function shutDown(machine: ChildProcess): Promise<void> {
  if (machine.exitCode !== null) return;
  // Its systemd shuts down on SIGTERM to the container.
  machine.kill('SIGTERM');
  await once(machine, 'exit');
}

/** Runs a line of shell in the machine. */
function inMachine(first: number, line: string, env: Record<string, string> = {}) {
  const enter = [
    '--target',
    String(first),
    '--mount',
    '--uts',
    '--ipc',
    '--net',
    '--pid',
    '--cgroup',
    '--wdns=/root',
  ];
  return spawnSync('nsenter', [...enter, 'sh', '-c', line], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env },
  });
}

/** Opens the site in a browser that trusts only its authority, by a certificate store of its own. */
async function openBrowser(root: string): Promise<Page> {
  const store = join(work, 'home/.pki/nssdb');
  const authority = join(root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');
  mkdirSync(store, { recursive: true });
  run(
    `certutil -d sql:${store} -N --empty-password && certutil -d sql:${store} -A -t C,, -n sonoteca -i ${authority}`,
  );
  const browser = await chromium.launch({
    executablePath: findChromium() || undefined,
    env: { ...process.env, HOME: join(work, 'home') },
    args: [`--host-resolver-rules=MAP ${domain} ${inside}`, '--autoplay-policy=no-user-gesture-required'],
  });
  undo.push(() => browser.close());
  return browser.newPage({ baseURL: `https://${domain}`, viewport: { width: 1280, height: 800 } });
}

/** The first administrator's first minutes: a category, a package with a sound, and that sound is heard. */
async function walk(page: Page): Promise<string> {
  const answer = await page.goto('/auth');
  const { issuer = 'nobody' } = (await answer?.securityDetails()) ?? {};
  await page.getByLabel('E-mail').first().fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).first().fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  const dialog = page.getByRole('dialog');
  await page.goto('/admin/categories');
  await page.getByRole('main').getByRole('button', { name: 'Nova categoria' }).first().click();
  await dialog.getByLabel('Nome').fill('Trilhas da casa');
  await dialog.getByRole('button', { name: 'Criar categoria' }).click();
  await page.getByText('Categoria criada').waitFor();
  await page.goto('/admin/manage-packages?editar=novo');
  await dialog.getByLabel('Título').fill('Primeiro pacote');
  await dialog.getByLabel('Categoria').selectOption({ index: 1 });
  await dialog.getByLabel('Arquivos de áudio').setInputFiles(sound);
  await dialog.getByRole('button', { name: 'Criar Pacote' }).click();
  await page.getByText('Envio concluído').waitFor();
  await page.goto('/library');
  await page
    .getByRole('link', { name: /Primeiro pacote/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Primeiro pacote', level: 1 }).waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Tocar .+\.mp3$/ })
    .first()
    .click();
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('audio')).some((audio) => audio.currentTime > 1),
  );
  return `${issuer}; a package made, and its sound plays`;
}

/** Calls the site again and again while something happens. @returns how many answers came, and how many were faults */
async function watched(page: Page, happen: () => Promise<unknown>): Promise<string> {
  const watch = await page.evaluateHandle(() => {
    const seen = { answers: 0, faults: 0 };
    const call = async () => {
      const isGood = await fetch('/readyz').then(
        ({ ok }) => ok,
        () => false,
      );
      seen.answers += 1;
      seen.faults += isGood ? 0 : 1;
    };
    setInterval(() => void call(), 100);
    return seen;
  });
  await happen();
  const { answers, faults } = await watch.jsonValue();
  if (faults > 0) throw new Error(`${faults} of ${answers} calls failed meanwhile`);
  return `${answers} calls answered meanwhile, none failed`;
}

/** A packed folder of a later version, whose start is this line. */
function laterVersion(root: string, version: string, start: string): string {
  const folder = join(root, 'root', version);
  cpSync(join(root, 'root/pack'), folder, { recursive: true, verbatimSymlinks: true });
  const manifest = join(folder, 'package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`),
  );
  writeFileSync(join(folder, 'main.js'), start);
  return `/root/${version}/deploy/upgrade.sh`;
}

async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
  rmSync(work, { recursive: true, force: true });
}

/** Told to end: what was mounted and routed goes too. */
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));

const good = "import './build/server/main.js';\n";
const upgrades = [
  { version: '100.0.0', start: good, says: 'No ar: 100.0.0' },
  { version: '101.0.0', start: "throw new Error('não inicia');\n", says: 'a antiga continua no ar' },
  {
    version: '102.0.0',
    start: `if (process.env.PORT !== '3009') throw new Error('só a prova inicia');\nawait ${good.replace("import '", "import('").replace("';", "');")}`,
    says: 'de volta a 100.0.0',
  },
];

try {
  const root = makeRoot();
  makeNetwork();
  const first = await boot(root);
  const system = /PRETTY_NAME="(.*)"/.exec(readFileSync(join(root, 'etc/os-release'), 'utf8'))?.[1];
  say(`${system} runs, with nothing on it`);
  execFileSync(
    process.execPath,
    [join(project, 'tools/pack.ts'), '--with-node', '--to', join(root, 'root/pack')],
    { stdio: 'ignore' },
  );
  // The second time it finds everything, also what it was told only once.
  for (const given of [settings, {}]) {
    const { status, stdout, stderr } = inMachine(first, 'sh pack/deploy/install.sh </dev/null', given);
    if (status !== 0) throw new Error(`install.sh: ${stdout}${stderr}`);
    say(`installed: ${stdout.trim().split('\n').at(-1)}`);
  }
  const doctor = inMachine(first, 'sonoteca doctor');
  if (doctor.status !== 0) throw new Error(`doctor: ${doctor.stdout}${doctor.stderr}`);
  say(`doctor: ${doctor.stdout.trim().split('\n').at(-1)}`);
  const page = await openBrowser(root);
  say(`walked: ${await walk(page)}`);
  for (const { version, start, says } of upgrades) {
    const script = laterVersion(root, version, start);
    const upgrade = async () => {
      const { stdout, stderr } = inMachine(first, `sh ${script}`);
      if (!`${stdout}${stderr}`.includes(says)) throw new Error(`upgrade.sh: ${stdout}${stderr}`);
    };
    say(`${says}: ${await watched(page, upgrade)}`);
  }
} finally {
  await cleanUp();
}
