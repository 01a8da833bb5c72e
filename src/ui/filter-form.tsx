import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';

/** Debounce in milliseconds. */
const typingPause = 250;

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'search';

type FilterField = HTMLInputElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement | null): FilterField[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is FilterField => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  );

interface FilterFormProps {
  label?: string;
  className?: string;
  /** Fields named as in the URL; an empty value means no filter. */
  children: ReactNode;
}

/** Filters in the URL: choices apply at once; typing is debounced; all changes are one history entry. */
export function FilterForm({ label, className, children }: FilterFormProps) {
  const submit = useSubmit();
  const [params] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const apply = () => {
    if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const known = useRef(params);
  useEffect(() => {
    // The first time the fields stand as the server has written them, or as somebody has changed them since.
    if (known.current === params) return;
    known.current = params;
    for (const field of fieldsOf(form.current)) {
      if (field === document.activeElement) continue;
      field.value = params.get(field.name) ?? '';
      // A URL value that is not an option counts as no choice.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
    }
  }, [params]);
  function follow(event: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    if (isTyped(event.target)) timer.current = setTimeout(apply, typingPause);
    // At once: a walk that ends meanwhile puts the fields back to its address.
    else apply();
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
