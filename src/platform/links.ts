/** Longest text in which links are looked for. */
const longestText = 2000;

/** A host name with a path, as browsers and apps show addresses: without a scheme. */
const bareAddress = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\/\S*$/u;

/** The address that a mail or a document of Google wraps into its own, `google.com/url?q=…`; other links as they are. */
function unwrapped(link: string): string {
  const url = URL.parse(link);
  if (url?.pathname !== '/url' || !/^(?:www\.)?google\.com(?:\.br)?$/.test(url.hostname)) return link;
  const meant = url.searchParams.get('q') ?? url.searchParams.get('url') ?? '';
  return /^https?:\/\//i.test(meant) ? meant : link;
}

/**
 * The web addresses of a pasted text, in order: words that begin with a scheme, or that are a host with a path, for
 * which https is assumed. Brackets and quotes around them are left out. Nothing inside an address counts as another,
 * save the one that a redirect of Google leads to.
 */
export function linksIn(typed: string): string[] {
  const words = typed
    .slice(0, longestText)
    .replace(/\p{Cf}/gu, '')
    .split(/[\s<>"“”«»]+|\]\(/);
  return words.flatMap((word) => {
    const link = word.replace(/^[('[]+|[)'\].,;]+$/g, '');
    if (/^https?:\/\//i.test(link)) return [unwrapped(link)];
    return bareAddress.test(link) ? [`https://${link}`] : [];
  });
}
