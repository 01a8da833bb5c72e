import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';

/** Debounce in milliseconds. */
const typingPause = 250;

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'search';

interface FilterFormProps {
  label?: string;
  className?: string;
  /** Fields named as in the URL; an empty value means no filter. */
  children: ReactNode;
}

/** Filters in the URL: choices apply at once, typing is debounced; all changes are one history entry. */
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
      // A value of the URL that is no option counts as no choice.
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
