import type { LucideIconData } from 'lucide-react/types';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const attributeName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Makes the component of an icon of lucide-react, in the place of the library's own `createLucideIcon` (tools/icons.ts):
 * one element, whose shape is one piece of HTML and whose look is the class `icon` (base.css). The library's own has two
 * components, an element for each line, and ten attributes; a page has a hundred icons and more.
 */
export default function createIcon({ node }: LucideIconData) {
  const shape = {
    __html: node
      .map(([tag, attributes]) => {
        const written = Object.entries(attributes)
          .filter(([name]) => name !== 'key')
          .map(([name, value]) => `${attributeName(name)}="${String(value)}"`);
        return `<${tag} ${written.join(' ')}/>`;
      })
      .join(''),
  };
  return function Icon({ className, ...rest }: ComponentProps<'svg'>) {
    const isNamed = 'aria-label' in rest || 'aria-labelledby' in rest;
    return (
      <svg
        viewBox="0 0 24 24"
        aria-hidden={isNamed ? undefined : true}
        {...rest}
        className={cx('icon', className)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: lines of the library, no input reaches it
        dangerouslySetInnerHTML={shape}
      />
    );
  };
}
