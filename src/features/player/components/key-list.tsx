interface KeyListProps {
  rows: readonly { label: string; caps: readonly string[] }[];
}

/** Keys and what they do. A cap in small letters is a word between two keys. */
export const KeyList = ({ rows }: KeyListProps) => (
  <dl className="divide-y divide-line">
    {rows.map(({ label, caps }) => (
      <div key={caps.join()} className="flex items-center justify-between gap-4 py-2.5">
        <dt className="text-sm">{label}</dt>
        <dd className="flex shrink-0 items-center gap-1.5">
          {caps.map((cap) =>
            /^[a-z]/.test(cap) ? <Between key={cap}>{cap}</Between> : <KeyCap key={cap}>{cap}</KeyCap>,
          )}
        </dd>
      </div>
    ))}
  </dl>
);

const Between = ({ children }: { children: string }) => (
  <span className="text-xs text-muted">{children}</span>
);

const KeyCap = ({ children }: { children: string }) => (
  <kbd className="min-w-8 rounded-xs bg-lifted px-2 py-1 text-center font-sans text-xs font-semibold shadow-sm">
    {children}
  </kbd>
);
