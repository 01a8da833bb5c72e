import AudioLines from 'lucide-react/icons/audio-lines';
import { useState } from 'react';
import { data, redirect, useFetcher } from 'react-router';
import { z } from 'zod';
import { DeliveryList } from '#features/delivery/components/delivery-list.tsx';
import { RecipeFields } from '#features/delivery/components/recipe-fields.tsx';
import { SourceTracks } from '#features/delivery/components/source-tracks.tsx';
import { orderRefusals, type Source, sourceOfAddress } from '#features/delivery/model.ts';
import { orderDelivery, repeatDelivery } from '#features/delivery/order-delivery.server.ts';
import { firstRecipe } from '#features/delivery/presets.ts';
import { findRecipe, findSource, listDeliveries } from '#features/delivery/queries.server.ts';
import type { Recipe } from '#features/delivery/recipe.ts';
import {
  type RecipeText,
  readLength,
  recipeForm,
  sourceSchema,
  textOfRecipe,
} from '#features/delivery/recipe-form.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { requireSubscriber, type Subscriber } from '#features/subscriptions/gates.server.ts';
import type { Answer } from '#platform/answer.ts';
import { causeOfError } from '#platform/failed-call.ts';
import { idSchema } from '#platform/id-schema.ts';
import { answering, isSaidAtFields } from '#routes/answering.ts';
import type { App } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/prepare';
import { deny, openPage } from './access.server.ts';

const title = 'Preparar para o ar';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, title, 'Faixas no formato, no nível e com os nomes que o seu programa de rádio espera.');

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  if (!subscriber) return deny({ app, viewer });
  const asked = sourceOfAddress(args.url.searchParams);
  const [found, recipe, deliveries, isConverting] = await Promise.all([
    asked && findSource(app.db, subscriber, asked),
    findRecipe(app.db, subscriber),
    listDeliveries(app.db, subscriber),
    hasFfmpeg(app.settings.FFMPEG_PATH),
  ]);
  const source = found &&
    asked && {
      ...asked,
      title: found.title,
      jingles: found.jingles,
      gone: found.gone,
      tracks: found.tracks.map(({ id, name, durationMs }) => ({ id, name, durationMs })),
    };
  return data(
    {
      denied: false as const,
      asked,
      source,
      recipe: recipe ?? firstRecipe,
      deliveries,
      hasFfmpeg: isConverting,
    },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}

const failures = { order: 'Não foi possível preparar', again: 'Não foi possível preparar de novo' };

export const action = actionOf(requireSubscriber, failures, {
  order: change(
    sourceSchema.and(recipeForm),
    async (app: App, subscriber: Subscriber, { source, sourceId, ...recipe }: Source & Recipe) => {
      const outcome = await orderDelivery(app, subscriber, { source, sourceId }, recipe);
      return outcome.ok ? redirect(`/preparar/${outcome.id}`) : outcome;
    },
    { done: title, refusals: orderRefusals },
  ),
  again: change(
    z.object({ delivery: idSchema }),
    async (app: App, subscriber: Subscriber, { delivery }) => {
      const outcome = await repeatDelivery(app, subscriber, delivery);
      return outcome.ok ? redirect(`/preparar/${outcome.id}`) : outcome;
    },
    { done: title, refusals: { ...orderRefusals, forgotten: 'Esta entrega não está mais guardada.' } },
  ),
});

export const clientAction = answering(failures, {
  lost: (error) => ({ description: `O pedido não chegou. ${causeOfError(error)}` }),
  quiet: isSaidAtFields,
});

export const shouldRevalidate = alsoRefused;

export default function Prepare({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied)
    return (
      <SubscriptionRequired
        payment={loaderData.payment}
        text="Com um plano, as faixas saem no formato, no volume e com os nomes que a sua rádio usa."
      />
    );
  const { asked, source, recipe, deliveries } = loaderData;
  const earlier =
    deliveries.length > 0 ? (
      <section aria-labelledby="entregas" className="mt-10">
        <h2 id="entregas" className="mb-3 text-2xl">
          Entregas recentes
        </h2>
        <DeliveryList deliveries={deliveries} />
      </section>
    ) : null;
  return (
    <Page>
      <PageHeader
        title={title}
        lead="Escolha como as faixas saem: formato, nível, corte, nomes, tags e listas. A receita fica guardada para a próxima vez."
      />
      {source && source.tracks.length > 0 ? (
        <OrderForm key={source.sourceId} source={source} recipe={recipe} hasFfmpeg={loaderData.hasFfmpeg} />
      ) : (
        <Nothing asked={asked} jingles={source?.jingles ?? 0} />
      )}
      {earlier}
    </Page>
  );
}

function Nothing({ asked, jingles }: { asked: Source | null; jingles: number }) {
  return (
    <EmptyState
      icon={<AudioLines aria-hidden="true" />}
      title={asked ? 'Nada para preparar aqui' : 'Escolha o que preparar'}
      text={
        jingles > 0
          ? 'As vinhetas são só para ouvir: peça a gravação com o nome da sua rádio.'
          : asked
            ? 'Não encontramos faixas que possam ser baixadas. Elas podem ter saído da biblioteca.'
            : 'Abra um pacote e use “Preparar para o ar”, no pacote inteiro ou em uma faixa.'
      }
    >
      <ButtonLink to="/library">Ir para a Biblioteca</ButtonLink>
    </EmptyState>
  );
}

interface OrderFormProps {
  source: Source & Omit<Parameters<typeof SourceTracks>[0], 'end'>;
  recipe: Recipe;
  hasFfmpeg: boolean;
}

function OrderForm({ source, recipe, hasFfmpeg }: OrderFormProps) {
  const fetcher = useFetcher<Answer>();
  const [text, setText] = useState<RecipeText>(() => textOfRecipe(recipe));
  const busy = fetcher.state !== 'idle';
  const answer = fetcher.data;
  const heard = readLength(text);
  return (
    <fetcher.Form method="post" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="source" value={source.source} />
      <input type="hidden" name="sourceId" value={source.sourceId} />
      <RecipeFields
        text={text}
        onWrite={(written) => setText((now) => ({ ...now, ...written }))}
        errors={answer && !answer.ok ? (answer.errors ?? {}) : {}}
        hasFfmpeg={hasFfmpeg}
      />
      <aside className="grid gap-4 lg:sticky lg:top-24">
        <SourceTracks
          {...source}
          end={hasFfmpeg && (heard.lengthMs !== null || heard.fadeMs > 0) ? heard : null}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {busy ? 'Enviando…' : title}
        </Button>
      </aside>
    </fetcher.Form>
  );
}
