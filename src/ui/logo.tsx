/** Books on a shelf that form a level meter. */
export function Logo({ name = 'Sonoteca' }: { name?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        className="size-8 shrink-0"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M5 27V17M12 27V7M19 27V13" stroke="currentColor" />
        <path d="M28 27 24.2 5.5" className="stroke-accent" />
      </svg>
      <span className="font-display text-[1.375rem] leading-none font-bold tracking-tight">{name}</span>
    </span>
  );
}
