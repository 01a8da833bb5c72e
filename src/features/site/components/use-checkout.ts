import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { askForPage, openWaitingTab } from '#features/subscriptions/checkout-call.ts';
import { toast } from '#ui/toast.tsx';

/** The plan whose checkout is starting, and a function to start one (LND-15..19). */
export interface Checkout {
  processing: string | null;
  start(planId: string, priceId: string): Promise<void>;
}

export function useCheckout(mode: 'buy' | 'sign-in' | 'manage'): Checkout {
  const [processing, setProcessing] = useState<string | null>(null);
  const navigate = useNavigate();

  function askToSignIn() {
    toast({ title: 'Login necessário', description: 'Faça login para assinar um plano.', tone: 'error' });
    void navigate(signInAddress({ pathname: '/', search: '', hash: '#planos' }));
  }

  async function start(planId: string, priceId: string) {
    if (processing !== null) return;
    if (mode === 'sign-in') return askToSignIn();
    const manage = mode === 'manage';
    const tab = openWaitingTab(manage ? 'Abrindo a sua assinatura...' : 'Abrindo o pagamento...');
    setProcessing(planId);
    const outcome = await (manage
      ? askForPage('customer-portal', {})
      : askForPage('create-checkout', { price_id: priceId }));
    setProcessing(null);
    if (outcome.ok) return tab.open(outcome.url);
    tab.close();
    if (outcome.reason === 'signed-out') return askToSignIn();
    toast({
      title: 'Erro',
      description:
        outcome.message ??
        (manage
          ? 'Não foi possível abrir o portal de gerenciamento. Tente novamente.'
          : 'Não foi possível iniciar o processo de pagamento. Tente novamente.'),
      tone: 'error',
    });
  }

  return { processing, start };
}
