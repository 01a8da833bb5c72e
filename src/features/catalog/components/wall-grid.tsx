import type { ReactNode } from 'react';
import { headingHeight, lineHeight, type WallStyle } from '../wall.ts';

/** The columns of `measureWall` in CSS, for lists that are rendered whole. */
export const wallGrids: Record<WallStyle, string> = {
  dense:
    'grid grid-cols-2 gap-x-3 gap-y-5 @min-[560px]:grid-cols-3 @min-[560px]:gap-x-5 @min-[800px]:grid-cols-4 @min-[1100px]:grid-cols-5 @min-[1400px]:grid-cols-6 @min-[1650px]:grid-cols-7 @min-[1900px]:grid-cols-8',
  roomy:
    'grid grid-cols-1 gap-y-3 @min-[480px]:grid-cols-2 @min-[480px]:gap-x-3 @min-[480px]:gap-y-5 @min-[560px]:gap-x-5 @min-[800px]:grid-cols-3 @min-[1100px]:grid-cols-4 @min-[1500px]:grid-cols-5 @min-[1800px]:grid-cols-6',
  list: 'grid grid-cols-1 gap-y-1',
};

export function WallGrid({ style, children }: { style: WallStyle; children: ReactNode }) {
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useSemanticElements: long walls have rows between a list and its items */}
      <div role="list" className={wallGrids[style]}>
        {children}
      </div>
    </div>
  );
}

const columnVariables: Record<WallStyle, string> = {
  dense:
    '[--columns:2] [--gap:12px] [--under:92px] @min-[560px]:[--columns:3] @min-[560px]:[--gap:20px] @min-[800px]:[--columns:4] @min-[1100px]:[--columns:5] @min-[1400px]:[--columns:6] @min-[1650px]:[--columns:7] @min-[1900px]:[--columns:8]',
  roomy:
    '[--columns:2] [--gap:12px] [--under:92px] @min-[560px]:[--gap:20px] @min-[800px]:[--columns:3] @min-[1100px]:[--columns:4] @min-[1500px]:[--columns:5] @min-[1800px]:[--columns:6]',
  list: '',
};

interface WallRoomProps {
  style: WallStyle;
  total: number;
  headings?: number;
  children: ReactNode;
}

/** Reserves the height of a list before its width is measured, or its packages are rendered. */
export function WallRoom({ style, total, headings = 0, children }: WallRoomProps) {
  const above = headings * headingHeight;
  const minHeight =
    style === 'list'
      ? total * lineHeight + above
      : `calc(round(up, ${total} / var(--columns), 1) * ((100cqw - (var(--columns) - 1) * var(--gap)) / var(--columns) + var(--under)) + ${above}px)`;
  return (
    <div className="@container">
      <div className={columnVariables[style]} style={{ minHeight }}>
        {children}
      </div>
    </div>
  );
}
