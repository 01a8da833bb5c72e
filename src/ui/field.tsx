import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** Attributes that the control inside a Field must have. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** The error in Portuguese; announced with the control, and at once where the control already has the focus. */
  error?: string | string[] | null;
  hint?: ReactNode;
  /** Optional fields are marked as such. */
  required?: boolean;
  /** Id of the control when something else needs it (Conform). */
  id?: string;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error of one field, connected for assistive technology. */
export function Field({ label, error, hint, required = true, id: givenId, className, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const message = Array.isArray(error) ? error[0] : error;
  const describedBy = cx(hint ? `${id}-hint` : null, message ? `${id}-error` : null) || undefined;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-fg">
        {label}
        {required ? null : <span className="font-normal text-muted"> (opcional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': message ? true : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {/* Always there: browsers announce only what changes inside a live region. */}
      <div aria-live="polite" className="empty:-mt-1.5">
        {message ? (
          <p id={`${id}-error`} className="flex items-start gap-2 text-sm text-danger">
            <span className="mt-[0.45em] size-1.5 shrink-0 rounded-full bg-danger" aria-hidden="true" />
            {message}
          </p>
        ) : null}
      </div>
    </div>
  );
}
