import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';

export const controlLook =
  'w-full rounded-sm bg-well text-fg shadow-well border border-edge transition ' +
  'hover:border-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger ' +
  'disabled:cursor-not-allowed disabled:opacity-50 [&[readonly]]:text-muted';

/** 16 px, so that phones do not zoom on focus. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlLook, 'h-11 px-3.5 text-base', className)} />;
}

/** Grows with its content where the browser supports it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...rest}
      className={cx(controlLook, 'field-sizing-content min-h-24 px-3.5 py-2.5 text-base', className)}
    />
  );
}

/** With a button that reveals the password; the button is not submitted. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={cx('pr-12', className)}
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        aria-pressed={shown}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-muted transition hover:text-fg focus-visible:-outline-offset-2"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </span>
  );
}
