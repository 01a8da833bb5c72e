import Mic from 'lucide-react/icons/mic';
import { Button } from '#ui/button.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { RequestDialogProps } from './request-dialog.tsx';

const load = () => import('./request-dialog.tsx').then((module) => module.RequestDialog);
const look = { variant: 'primary', className: 'max-sm:flex-auto' } as const;

/** 'SOLICITAR GRAVAÇÃO' with its dialog; only for packages of vinhetas. */
export function RequestButton(props: RequestDialogProps) {
  const { View, ahead, use } = useFetched(load, 'O pedido não abriu');
  const face = (
    <>
      <Mic aria-hidden="true" />
      SOLICITAR GRAVAÇÃO
    </>
  );
  if (View)
    return (
      <View {...props}>
        <Button {...look}>{face}</Button>
      </View>
    );
  return (
    <Button
      {...look}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => use()}
    >
      {face}
    </Button>
  );
}
