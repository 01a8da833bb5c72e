import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/button.tsx';

interface PagePreviewProps {
  title: string;
  /** Selector of the part to scroll to; none: the top. */
  focus?: string | null;
  children: ReactNode;
}

const widths = { phone: 390, desktop: 1280 };
const choices = [
  { device: 'desktop', label: 'Ver como no computador', Icon: Monitor },
  { device: 'phone', label: 'Ver como no celular', Icon: Smartphone },
] as const;

/**
 * Previews a page at the width of a phone or a computer, in an iframe: its layout follows the frame, not the window.
 * Nothing in it is clickable.
 */
export function PagePreview({ title, focus, children }: PagePreviewProps) {
  const [chosen, setDevice] = useState<keyof typeof widths | null>(null);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [box, size] = useSize();
  const body = usePreviewBody(frame, title);
  // On a phone the phone's view is the default.
  const device = chosen ?? (size.width > 0 && size.width < 560 ? 'phone' : 'desktop');
  const width = widths[device];
  const scale = Math.min(1, size.width / width) || 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another device has another height, and scrolls again
  useEffect(() => {
    if (!body) return;
    // After styles and layout are ready.
    const timer = setTimeout(() => {
      const place = focus ? body.querySelector(focus) : body;
      const top = place?.getBoundingClientRect().top ?? 0;
      body.ownerDocument.defaultView?.scrollBy({ top: top - 24 });
    }, 150);
    return () => clearTimeout(timer);
  }, [body, focus, device]);

  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-muted">{title}</h2>
        <div className="flex gap-1">
          {choices.map(({ device: each, label, Icon }) => (
            <IconButton
              key={each}
              size="sm"
              label={label}
              pressed={device === each}
              onClick={() => setDevice(each)}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          ))}
        </div>
      </div>
      <div
        ref={box}
        className="h-[min(70dvh,44rem)] overflow-hidden rounded-lg bg-ink shadow-lg ring-1 ring-line"
      >
        <iframe
          ref={setFrame}
          title={title}
          className="mx-auto block origin-top-left border-0"
          style={{
            width,
            height: size.height / scale,
            transform: `scale(${scale})`,
            marginLeft: Math.max(0, (size.width - width * scale) / 2),
          }}
        />
        {body ? createPortal(children, body) : null}
      </div>
    </section>
  );
}

/** The size of an element, and the ref that measures it. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      // biome-ignore lint/style/noNonNullAssertion: an observer of one element always has an entry
      const { width, height } = entry!.contentRect;
      setSize({ width, height });
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, size] as const;
}

/** The frame's body, with the styles and theme of the surrounding page. */
function usePreviewBody(frame: HTMLIFrameElement | null, title: string): HTMLElement | null {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = frame?.contentDocument;
    if (!inner) return;
    inner.title = title;
    for (const style of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
      inner.head.append(inner.importNode(style, true));
    }
    const root = document.documentElement;
    const dress = () => {
      inner.documentElement.lang = root.lang;
      if (root.dataset.theme) inner.documentElement.dataset.theme = root.dataset.theme;
      else delete inner.documentElement.dataset.theme;
    };
    dress();
    const observer = new MutationObserver(dress);
    observer.observe(root, { attributeFilter: ['data-theme', 'lang'] });
    const place = inner.createElement('div');
    place.inert = true;
    inner.body.replaceChildren(place);
    setBody(place);
    return () => {
      observer.disconnect();
      setBody(null);
    };
  }, [frame, title]);
  return body;
}
