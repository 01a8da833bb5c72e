import { useLocation } from 'react-router';
import { useStore } from 'zustand/react';
import { Button, buttonLook } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';
import { openSignIn, putOffSignIn, sessionEnd } from '../session-end.ts';
import { signInAddress } from '../sign-in.ts';

/** Shown over any page when its session has ended; the sign-in opens in another tab, so that nothing typed is lost. */
export function SessionEnded() {
  const { isTold, goesOn } = useStore(sessionEnd);
  const address = signInAddress(useLocation());
  return (
    <Dialog open={isTold} onOpenChange={(open) => !open && putOffSignIn()}>
      <DialogContent
        size="sm"
        title="Sua sessão terminou"
        description={`Nada se perdeu: o que você escreveu continua nesta página. Entre de novo em outra aba${
          goesOn ? ', e o envio segue sozinho.' : ' e volte para enviar.'
        }`}
        className="h-fit! max-sm:rounded-t-lg"
        footer={
          <>
            <DialogClose>
              <Button>Agora não</Button>
            </DialogClose>
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              onClick={(event) => openSignIn(address) && event.preventDefault()}
              className={buttonLook({ variant: 'primary' })}
            >
              Entrar de novo
            </a>
          </>
        }
      />
    </Dialog>
  );
}
