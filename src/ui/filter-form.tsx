import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';

/** Milliseconds after the last letter until the list follows. */
const typingPause = 250;

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'search';

interface FilterFormProps {
  label?: string;
  className?: string;
  /** Fields named as they stand in the address, with nothing chosen as the empty value. */
  children: ReactNode;
}

/**
 * Filters of a list, which stand in the address: the list follows each choice, and a pause in typing. All that is
 * chosen is one step back. When the address changes by other ways (back, a link that clears) the fields follow it.
 */
export function FilterForm({ label, className, children }: FilterFormProps) {
  const submit = useSubmit();
  const [params] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      if (field === document.activeElement) continue;
      field.value = params.get(field.name) ?? '';
      // What the address names and nobody offers is no choice.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
    }
  }, [params]);
  function follow(event: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    const delay = isTyped(event.target) ? typingPause : 0;
    timer.current = setTimeout(() => {
      if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
    }, delay);
  }
  return (
    <Form
      ref={form}
      role="search"
      noValidate
      aria-label={label}
      className={className}
      onChange={follow}
      onSubmit={() => clearTimeout(timer.current)}
    >
      {children}
    </Form>
  );
}
