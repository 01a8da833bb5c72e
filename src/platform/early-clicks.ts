/**
 * Runs before the first paint. Until React has hydrated it hears no click, so this remembers the last click on each
 * button and shows the button as waiting. Links, buttons of popovers, and submit buttons work without scripts; one whose
 * form only stands in for a script (`data-scripted`) waits like the others. Keys that the player's part knows are
 * remembered until it has come, letters and signs only: the others move the page at once. The server puts this script's
 * hash into the CSP.
 */
export const earlyClicksScript = `(function(){var m=new Map,f=function(e){var b=e.target.closest&&e.target.closest('button');if(!b||b.popoverTargetElement)return;if(b.form&&b.type=='submit'){if(b.dataset.scripted==null)return;e.preventDefault()}m.delete(b);m.set(b,e);b.dataset.early='';b.setAttribute('aria-busy','true')};document.addEventListener('click',f,true);window.earlyClicks=function(){document.removeEventListener('click',f,true);return m};var k=[],g=function(e){e.key&&e.key.length==1&&e.key!=' '&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&k.push(e)>19&&h()},h=function(){document.removeEventListener('keydown',g,true);return k};document.addEventListener('keydown',g,true);window.earlyKeys=h})()`;

interface EarlyWindow {
  earlyClicks?: () => ReadonlyMap<HTMLButtonElement, MouseEvent>;
  earlyKeys?: () => KeyboardEvent[];
}

/** Stops recording, at hydration. Returns a function that replays the clicks once, except the one React handles. */
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

/** Milliseconds after which nobody waits for a key any more. */
const patience = 10_000;

/** Stops recording, once keys are listened to. Returns the keys that nothing has answered, once. */
export function takeEarlyKeys(): KeyboardEvent[] {
  const early = window as EarlyWindow;
  const keys = early.earlyKeys?.() ?? [];
  early.earlyKeys = undefined;
  return keys.filter((key) => !key.defaultPrevented && performance.now() - key.timeStamp < patience);
}
