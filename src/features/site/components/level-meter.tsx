/** Colours of a meter by percent of its length. */
const lamps =
  'linear-gradient(90deg, var(--color-success) 0 66%, var(--color-accent) 66% 86%, var(--color-danger) 86% 100%)';
/** Cuts the bar into lamps: 6 px lit, 2 px dark. */
const cut = 'repeating-linear-gradient(90deg, #000 0 6px, transparent 6px 8px)';
const scale = ['-40', '-30', '-20', '-10', '-5', '0', '+3'];

/** Two rows of lamps that follow `--level` (0 to 1) of an ancestor. */
export function LevelMeter() {
  return (
    <div aria-hidden="true" className="px-3 pt-4 pb-2 sm:px-4">
      <Row label="E" lag="80ms" share="1" />
      <Row label="D" lag="130ms" share="0.94" />
      <div className="mt-1.5 ml-5 flex justify-between text-[0.625rem] leading-none font-medium text-muted/70 tabular-nums">
        {scale.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </div>
  );
}

function Row({ label, lag, share }: { label: string; lag: string; share: string }) {
  return (
    <div className="mt-1 flex items-center gap-2">
      <span className="w-3 text-[0.625rem] leading-none font-semibold text-muted/70">{label}</span>
      <span className="relative h-2 flex-1" style={{ maskImage: cut, WebkitMaskImage: cut }}>
        <span className="absolute inset-0 opacity-15" style={{ background: lamps }} />
        <span
          className="absolute inset-0 ease-out"
          style={{
            background: lamps,
            clipPath: `inset(0 calc(100% - var(--level, 0) * ${share} * 96%) 0 0)`,
            transition: `clip-path ${lag}`,
          }}
        />
      </span>
    </div>
  );
}
