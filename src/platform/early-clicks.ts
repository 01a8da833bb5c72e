/**
 * Runs before the first paint. The page is seen before its scripts are there, and React hears no click until then:
 * the last click on each button is remembered, and the button shows that it waits. Links and buttons that send a form
 * need nobody, the browser does what they say. The server puts this script's hash into the policy of every page.
 */
export const earlyClicksScript = `(function(){var m=new Map,f=function(e){var b=e.target.closest&&e.target.closest('button');if(!b||b.form&&b.type=='submit')return;m.delete(b);m.set(b,e);b.dataset.early='';b.setAttribute('aria-busy','true')};document.addEventListener('click',f,true);window.earlyClicks=function(){document.removeEventListener('click',f,true);return m}})()`;

interface EarlyWindow {
  earlyClicks?: () => ReadonlyMap<HTMLButtonElement, MouseEvent>;
}

/**
 * Ends the remembering; to be called in the moment when React takes over, before any further click. Returns what
 * clicks again, each button once and in the order of the clicks. The click that made React take over, and which is
 * still on its way, is not among them: React does that one itself.
 */
export function takeEarlyClicks(): () => void {
  const early = window as EarlyWindow;
  const clicks = [...(early.earlyClicks?.() ?? [])];
  early.earlyClicks = undefined;
  for (const [button] of clicks) {
    delete button.dataset.early;
    button.removeAttribute('aria-busy');
  }
  const missed = clicks.filter(([, click]) => click.eventPhase === Event.NONE);
  return () => {
    for (const [button, click] of missed.splice(0)) {
      if (button.isConnected) clickAgain(button, click);
    }
  };
}

/** Menus open on `pointerdown`, tabs on `mousedown`, everything else on `click`. */
function clickAgain(button: HTMLButtonElement, click: MouseEvent): void {
  button.dispatchEvent(new PointerEvent('pointerdown', click));
  button.dispatchEvent(new MouseEvent('mousedown', click));
  button.dispatchEvent(new MouseEvent('click', click));
}
