interface Device {
  name: string;
  isPhone: boolean;
}

export interface OpenSession extends Device {
  id: string;
  /** Last use in words: `há 3 horas`. */
  seen: string;
  isCurrent: boolean;
}

// The first match wins, because most browsers also name the ones they imitate.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux'],
] as const;

/** The device of a `User-Agent` header, in words; unknown for null or nonsense. */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent ?? '';
  const first = (list: typeof browsers | typeof systems) => list.find(([sign]) => sign.test(agent))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  const isPhone = /iPhone|iPod|Android|Mobile/.test(agent);
  if (!browser && !system) return { name: 'Aparelho desconhecido', isPhone };
  return { name: [browser ?? 'Navegador', system].filter(Boolean).join(' no '), isPhone };
}
