import { useLocation } from 'react-router';
import type { RootData } from './root-data.ts';

/** Metadata for search engines and link previews. React escapes the stored texts (CEO-06). */
export function SiteHead({ site }: { site: RootData['site'] }) {
  const { pathname } = useLocation();
  const { description, keywords, name } = site;
  // Concatenated, not resolved: a path that begins with two slashes would lead to another site.
  const address = (path: string) => site.publicUrl + path;
  return (
    <>
      <meta name="keywords" content={keywords} />
      <link rel="icon" href={site.faviconUrl} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:site_name" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(pathname)} />
      <meta property="og:image" content={address(site.shareImage)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:alt" content={name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={address(site.shareImage)} />
    </>
  );
}
