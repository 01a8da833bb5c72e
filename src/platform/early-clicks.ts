/**
 * Runs before the first paint. Until React has hydrated it hears neither clicks nor input, so this remembers the last
 * click on each button, shows the button as waiting, and remembers what each field was given. Links, buttons of popovers,
 * and submit buttons work without scripts; one that only stands in for a script (`data-scripted`) waits like the others.
 * Keys that the player's part knows are remembered until it has come, letters and signs only: the others move the page at
 * once. A button that only plays a sound names it (`data-sound`), and is heard at once, or silent with the next click:
 * Safari lets a sound begin within the click only. The server puts this script's hash into the CSP.
 */
export const earlyClicksScript = `(function(){var d=document,m=new Map,n=new Map,s,x=function(b){m.delete(b);delete b.dataset.early;b.removeAttribute('aria-busy')},f=function(e){var b=e.target.closest&&e.target.closest('button,a[data-scripted]');if(!b||b.popoverTargetElement||b.href&&(e.ctrlKey||e.metaKey))return;if(b.dataset.scripted!=null)e.preventDefault();else if(b.form&&b.type=='submit')return;var u=b.dataset.sound,p=s&&!s.paused&&s.getAttribute('src');if(u){m.forEach(function(e,o){o.dataset.sound&&x(o)});if(p==u)return s.pause();s=window.earlySound=s||new Audio;s.src=u;s.play().catch(function(){})}m.delete(b);m.set(b,e);b.dataset.early='';b.setAttribute('aria-busy','true')},i=function(e){var t=e.target;n.set(t,{event:e,value:t.value,checked:t.checked})};d.addEventListener('click',f,true);d.addEventListener('input',i,true);window.early=function(){d.removeEventListener('click',f,true);d.removeEventListener('input',i,true);return{clicks:m,input:n}};var k=[],g=function(e){e.key&&e.key.length==1&&e.key!=' '&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&k.push(e)>19&&h()},h=function(){d.removeEventListener('keydown',g,true);return k};d.addEventListener('keydown',g,true);window.earlyKeys=h})()`;

/** What a field stood at after the last input. */
interface Given {
  event: Event;
  value: string;
  checked: boolean;
}

interface EarlyWindow {
  earlySound?: HTMLAudioElement;
  early?: () => { clicks: Map<HTMLElement, MouseEvent>; input: Map<Element, Given> };
  earlyKeys?: () => KeyboardEvent[];
}

/** Whether an event ended before React heard events; React handles the one in progress. */
const isMissed = (event: Event): boolean => event.eventPhase === Event.NONE;

/** Stops recording, at hydration. Returns a function that replays input and clicks once, except what React handles. */
export function takeEarlyClicks(): () => void {
  const early = window as EarlyWindow;
  const recorded = early.early?.();
  early.early = undefined;
  if (!recorded) return () => {};
  const { clicks, input } = recorded;
  for (const button of clicks.keys()) {
    delete button.dataset.early;
    button.removeAttribute('aria-busy');
  }
  const given = [...input].filter(([, { event }]) => isMissed(event));
  const missed = [...clicks].filter(([, click]) => isMissed(click));
  return () => {
    for (const [field, last] of given.splice(0)) if (field.isConnected) giveAgain(field, last);
    for (const [button, click] of missed.splice(0)) if (button.isConnected) clickAgain(button, click);
  };
}

/** The sound of a button that was clicked before React heard clicks; it may play already. */
export const earlySound = (): HTMLAudioElement | undefined => (window as EarlyWindow).earlySound;

/** Repeats the event that React takes for a change of this field. */
function giveAgain(field: Element, { value, checked }: Given): void {
  const isInput = field instanceof HTMLInputElement;
  if (isInput && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = !checked;
    field.click();
  } else if (field instanceof HTMLTextAreaElement || (isInput && field.type !== 'file')) {
    typeAgain(field, value);
  } else {
    if (field instanceof HTMLSelectElement) field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * React ignores input that leaves a field at the value it knows. It learns a value from the setter that it gives the
 * element, and not from that of the prototype.
 */
function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  // Fields of some types, such as `email`, have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Menus open on `pointerdown`, tabs on `mousedown`, everything else on `click`. */
function clickAgain(button: HTMLElement, click: MouseEvent): void {
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
