import Ellipsis from 'lucide-react/icons/ellipsis';
import { IconButton } from '#ui/button.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { TrackMenuProps } from './open-track-menu.tsx';

const load = () => import('./open-track-menu.tsx').then((module) => module.OpenTrackMenu);

/** On a phone, what a row has beside heart and download; wider rows show it. Until it is used, it is a button alone. */
export function TrackMenu(props: TrackMenuProps) {
  const { View, ahead, use } = useFetched(load, 'O menu não abriu');
  if (!props.mayAdd && !props.mayCompare && !props.mayPrepare) return null;
  const label = `Mais ações para ${props.name}`;
  const face = <Ellipsis aria-hidden="true" />;
  if (View)
    return (
      <View {...props}>
        <IconButton label={label} className="sm:hidden">
          {face}
        </IconButton>
      </View>
    );
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className="sm:hidden"
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => use()}
    >
      {face}
    </IconButton>
  );
}
