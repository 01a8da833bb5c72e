import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ios = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 'Chrome no Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
    'Edge no Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/149.0.0.0 Safari/537.36 OPR/120.0`, 'Opera no Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/149.0.0.0 Safari/537.36`,
    'Chrome no Chromebook',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox no Mac'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ios} Version/26.0 Safari/605.1.15`, 'Safari no Mac'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${ios} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari no iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${ios} CriOS/149.0 Mobile/15E148 Safari/604.1`,
    'Chrome no iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${ios} FxiOS/140.0 Safari/605.1.15`, 'Firefox no iPad'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Navegador no Windows'],
  ['curl/8.5.0', 'Aparelho desconhecido'],
  ['', 'Aparelho desconhecido'],
  [null, 'Aparelho desconhecido'],
])('B.11: %s is “%s”', (agent, name) => expect(deviceOf(agent).name).toBe(name));

it('B.11: knows a phone from a desk', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 10; K) Chrome/149.0.0.0 Mobile').isPhone).toBe(true);
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/149.0.0.0').isPhone).toBe(false);
});
