import type { MouseEvent } from 'react';

/** Goes back; without a previous page the link leads home (DEN-02). */
export function goBack(event: MouseEvent): void {
  if (!hasPageBefore() || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  window.history.back();
}

/** `history.length` also counts pages ahead; the Navigation API, where it exists, knows only this site's pages. */
function hasPageBefore(): boolean {
  const { history, navigation, location, document } = window;
  if (history.length <= 1) return false;
  const isFromElsewhere = () => URL.parse(document.referrer)?.origin !== location.origin;
  return !navigation || navigation.canGoBack || (document.referrer !== '' && isFromElsewhere());
}
