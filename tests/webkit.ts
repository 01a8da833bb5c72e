import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { missingProgram } from './programs.ts';

const display = '/usr/bin/Xvfb';
const driver = '/usr/bin/WebKitWebDriver';
const miniBrowser = globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser')[0] ?? 'MiniBrowser';

/** GStreamer's ways to a sound card: where there is none, trying them holds up the sound of a busy machine. */
const soundCards = ['pulsesink', 'alsasink', 'jackaudiosink', 'osssink', 'oss4sink'];

/** Why this machine has no WebKit; null when it has one. CI requires one. */
export const webkitMissing = missingProgram('webkit');

/**
 * Starts WebKitGTK's browser, the engine of Safari, on a screen of its own.
 * @param port a free one, for its driver @returns the browser, and a function that ends everything
 */
export async function startWebkit(port: number): Promise<{ browser: WebDriver; stop(): Promise<void> }> {
  const size = { width: 1280, height: 800 };
  const started: ChildProcess[] = [];
  const end = async () => {
    for (const child of started.reverse()) if (child.kill()) await once(child, 'exit');
  };
  try {
    const screen = spawn(display, ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    started.push(screen);
    const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
    const env = {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      LC_ALL: 'C.UTF-8',
      GST_PLUGIN_FEATURE_RANK: soundCards.map((sink) => `${sink}:NONE`).join(),
    };
    const server = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env });
    started.push(server);
    const url = `http://127.0.0.1:${port}`;
    while (server.exitCode === null && !(await fetch(`${url}/status`).catch(() => null)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    const browser = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      })
      .build();
    await browser
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size });
    return { browser, stop: () => browser.quit().finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
}
