import { Children, cloneElement, isValidElement, type ReactNode, type Ref } from 'react';
import { cx } from './cx.ts';

type Props = Record<string, unknown>;

/** Merges properties into its only child: class names, handlers (the child's first), refs; else the child's value. */
export function Slot({ children, ...props }: Props & { children?: ReactNode }) {
  const child = Children.only(children);
  return isValidElement<Props>(child) ? cloneElement(child, merged(props, child.props)) : null;
}

function merged(props: Props, own: Props): Props {
  const all: Props = { ...props, ...own };
  for (const name of Object.keys(props)) {
    const [theirs, mine] = [props[name], own[name]];
    if (mine === undefined) all[name] = theirs;
    else if (name === 'className') all[name] = cx(String(theirs), String(mine));
    else if (name === 'ref') all[name] = both(theirs as Ref<unknown>, mine as Ref<unknown>);
    else if (typeof theirs === 'function' && typeof mine === 'function' && name.startsWith('on')) {
      all[name] = (...event: unknown[]) => {
        mine(...event);
        theirs(...event);
      };
    }
  }
  return all;
}

const both =
  (...refs: Ref<unknown>[]) =>
  (element: unknown) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    }
  };
