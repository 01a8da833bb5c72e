import { hueColor } from '#ui/hue.ts';
import { clipPath, clips, timeline } from '../timeline.ts';

const { width, height, top, lane, step, needle } = timeline;
const hours = ['05:59', '06:00', '06:01', '06:02', '06:03', '06:04'];

interface TimelineProps {
  className?: string;
  strip?: boolean;
}

export function Timeline({ className, strip = false }: TimelineProps) {
  return (
    <svg
      viewBox={strip ? `0 ${top + step - 18} ${width} ${lane + 36}` : `0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <clipPath id={`tocado-${strip}`}>
          <rect width={needle} height={height} />
        </clipPath>
        <linearGradient id={`luz-${strip}`} x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="var(--color-accent)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0.16" />
        </linearGradient>
      </defs>
      {hours.map((hour, i) => (
        <g key={hour} className="text-muted">
          <path d={`M${i * 128 + 20} 30v8`} stroke="currentColor" strokeWidth="1.5" />
          <text
            x={i * 128 + 28}
            y={37}
            fill="currentColor"
            className="text-[11px] font-medium tabular-nums"
            opacity="0.85"
          >
            {hour}
          </text>
        </g>
      ))}
      {[0, 1, 2, 3].map((row) => (
        <rect
          key={row}
          x="-20"
          y={top + row * step}
          width={width + 40}
          height={lane}
          fill="var(--color-fg)"
          fillOpacity="0.035"
        />
      ))}
      {clips.map((clip) => (
        <ClipShape key={`${clip.lane}-${clip.from}`} clip={clip} played={`tocado-${strip}`} />
      ))}
      <rect x={needle - 120} width="120" y={top - 14} height={height - top} fill={`url(#luz-${strip})`} />
      <path d={`M${needle} ${top - 14}V${height}`} stroke="var(--color-accent)" strokeWidth="2" />
      <path d={`M${needle - 8} ${top - 22}h16v7l-8 9-8-9z`} fill="var(--color-accent)" />
    </svg>
  );
}

function ClipShape({ clip, played }: { clip: (typeof clips)[number]; played: string }) {
  const y = top + clip.lane * step;
  const color = hueColor(clip.kind);
  const path = clipPath(clip);
  return (
    <g>
      <rect x={clip.from} y={y} width={clip.length} height={lane} rx="10" fill={color} fillOpacity="0.13" />
      <rect x={clip.from} y={y} width={clip.length} height="18" rx="9" fill={color} fillOpacity="0.16" />
      <text x={clip.from + 12} y={y + 13} fill={color} className="text-[11px] font-semibold">
        {clip.label}
      </text>
      <path d={path} stroke={color} strokeWidth="3" strokeLinecap="round" opacity="0.42" />
      <path d={path} stroke={color} strokeWidth="3" strokeLinecap="round" clipPath={`url(#${played})`} />
    </g>
  );
}
