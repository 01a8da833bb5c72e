import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/** Length of the circle's line. */
const round = 2 * Math.PI * 10;

/** Redirects after some seconds and shows the time left (AUT-10); without scripts the button above it leads on. */
export function Countdown({ to, seconds, sentence }: { to: string; seconds: number; sentence: string }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const leave = setTimeout(() => void navigate(to, { replace: true }), seconds * 1000);
    const tick = setInterval(() => setLeft((now) => Math.max(1, now - 1)), 1000);
    return () => {
      clearTimeout(leave);
      clearInterval(tick);
    };
  }, [navigate, to, seconds]);

  return (
    <p className="flex items-center justify-center gap-3 text-sm text-muted [@media(scripting:none)]:hidden">
      <svg viewBox="0 0 24 24" className="size-6 -rotate-90" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle cx="12" cy="12" r="10" className="stroke-line" />
        <circle
          cx="12"
          cy="12"
          r="10"
          strokeDasharray={round}
          strokeDashoffset={(left / seconds - 1) * round}
          strokeLinecap="round"
          className="stroke-accent transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span>
        {sentence} <span className="tabular-nums">{left === 1 ? '1 segundo' : `${left} segundos`}</span>.
      </span>
    </p>
  );
}
