/** What a browser runs on, as a person would call it. */
interface Device {
  /** `Chrome no Windows`, `Safari no iPhone`. */
  name: string;
  isPhone: boolean;
}

/** An open session as its owner sees it. */
export interface OpenSession extends Device {
  id: string;
  /** When it was last used, in words: `há 3 horas`. */
  seen: string;
  /** The one that asks. */
  isCurrent: boolean;
}

// The first that matches wins: most browsers also name those whose pages they imitate.
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

/** The device that sends such a `User-Agent`, in words; null or nonsense is an unknown one. */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent ?? '';
  const first = (list: typeof browsers | typeof systems) => list.find(([sign]) => sign.test(agent))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  const isPhone = /iPhone|iPod|Android|Mobile/.test(agent);
  if (!browser && !system) return { name: 'Aparelho desconhecido', isPhone };
  return { name: [browser ?? 'Navegador', system].filter(Boolean).join(' no '), isPhone };
}
