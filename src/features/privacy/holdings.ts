import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  accountLinks,
  accounts,
  knownPlaces,
  mailRecords,
  passkeys,
  profiles,
  sessions,
  signIns,
  twoFactors,
  users,
  verifications,
} from '#db/schema/accounts.ts';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import { deliveries, deliveryRecipes } from '#db/schema/delivery.ts';
import { ownCues, trackMarks } from '#db/schema/desk.ts';
import { downloads } from '#db/schema/downloads.ts';
import { favorites } from '#db/schema/favorites.ts';
import { imports } from '#db/schema/ingestion.ts';
import { licences, stations } from '#db/schema/licences.ts';
import { audioUploads, storedObjects } from '#db/schema/media.ts';
import { notifications } from '#db/schema/notifications.ts';
import { projectAnswers, projectShares, projects, projectTracks } from '#db/schema/projects.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { auditEntries, pageContent, pageContentHistory } from '#db/schema/site.ts';
import {
  idempotentAnswers,
  paymentCustomers,
  paymentEvents,
  payments,
  providerSubscriptions,
  simulatedCustomers,
  subscriptionLetters,
  subscriptions,
} from '#db/schema/subscriptions.ts';

/** A table with personal data: how it is exported, and what happens to it on deletion. */
interface Holding {
  owner: PgColumn;
  /** Its name in the export and the excluded columns; or why it is not exported. */
  exported: { as: string; isOne?: true; without?: readonly string[] } | { because: string };
  /** `goes`: deleted with the account. `nameless`: anonymised. `stays`: unchanged. Each exception has a reason. */
  end: 'goes' | { nameless: string } | { stays: string };
}

const accounting = 'a contabilidade guarda o valor; o nome sai';
const provider = 'só o número de cliente, que sem a conta não leva a ninguém';
const editor = 'o texto é do site; o número de quem o salvou não leva a ninguém sem a conta';

/** Every table with personal data; a test compares it with the database. */
export const holdings: readonly Holding[] = [
  { owner: users.id, exported: { as: 'conta', isOne: true }, end: 'goes' },
  { owner: profiles.userId, exported: { as: 'perfil', isOne: true }, end: 'goes' },
  { owner: sessions.userId, exported: { as: 'sessoes', without: ['token'] }, end: 'goes' },
  { owner: signIns.userId, exported: { as: 'ultimosAcessos' }, end: 'goes' },
  { owner: mailRecords.userId, exported: { as: 'emailsEnviados' }, end: 'goes' },
  { owner: accounts.userId, exported: { because: 'só a senha, cifrada' }, end: 'goes' },
  {
    owner: accountLinks.userId,
    exported: { because: 'segredos de links, e o que espera por eles' },
    end: 'goes',
  },
  {
    owner: knownPlaces.userId,
    exported: {
      because: 'códigos de navegadores e endereços que nem nós sabemos ler; as sessões dizem de onde',
    },
    end: 'goes',
  },
  {
    owner: verifications.value,
    exported: { because: 'segredos de links e códigos ainda abertos, que vencem em horas' },
    end: 'goes',
  },
  { owner: twoFactors.userId, exported: { because: 'segredos da verificação em duas etapas' }, end: 'goes' },
  {
    owner: passkeys.userId,
    exported: { as: 'chavesDeAcesso', without: ['publicKey', 'credentialID', 'counter'] },
    end: 'goes',
  },
  { owner: subscriptions.userId, exported: { as: 'assinatura', isOne: true }, end: 'goes' },
  {
    owner: paymentCustomers.userId,
    exported: { as: 'clienteDePagamentos', isOne: true, without: ['version', 'checkoutTurn', 'checkoutId'] },
    end: 'goes',
  },
  { owner: payments.userId, exported: { as: 'pagamentos' }, end: { nameless: accounting } },
  {
    owner: providerSubscriptions.userId,
    exported: { as: 'assinaturasNoProvedor' },
    end: { nameless: accounting },
  },
  { owner: subscriptionLetters.userId, exported: { as: 'emailsDaAssinatura' }, end: 'goes' },
  {
    owner: idempotentAnswers.userId,
    exported: { because: 'cópia, por um dia, de respostas que o próprio navegador recebeu' },
    end: 'goes',
  },
  { owner: paymentEvents.customerId, exported: { because: provider }, end: { stays: provider } },
  {
    owner: simulatedCustomers.customerId,
    exported: { because: 'livros do provedor simulado, no lugar dos que um provedor guarda consigo' },
    end: { stays: provider },
  },
  { owner: favorites.userId, exported: { as: 'favoritos' }, end: 'goes' },
  { owner: projects.userId, exported: { as: 'projetos' }, end: 'goes' },
  { owner: projectTracks.userId, exported: { as: 'faixasDeProjetos' }, end: 'goes' },
  { owner: projectShares.userId, exported: { as: 'linksDeProjetos', without: ['tokenHash'] }, end: 'goes' },
  { owner: projectAnswers.userId, exported: { as: 'respostasAProjetos' }, end: 'goes' },
  { owner: ownCues.userId, exported: { as: 'pontosDeEntradaESaida', without: ['contentHash'] }, end: 'goes' },
  { owner: trackMarks.userId, exported: { as: 'marcasDeFaixas' }, end: 'goes' },
  { owner: deliveryRecipes.userId, exported: { as: 'receitaDeEntrega', isOne: true }, end: 'goes' },
  { owner: deliveries.userId, exported: { as: 'entregas' }, end: 'goes' },
  { owner: downloads.userId, exported: { as: 'downloads' }, end: 'goes' },
  { owner: stations.userId, exported: { as: 'estacao', isOne: true }, end: 'goes' },
  {
    owner: licences.userId,
    exported: { as: 'licencas', without: ['hashes', 'licenseeFold', 'textSha256'] },
    end: {
      nameless: 'a licença guarda a quem foi dada, documento, faixas e datas; a ligação com a conta sai',
    },
  },
  { owner: userCredits.userId, exported: { as: 'lotesDeCreditos' }, end: 'goes' },
  { owner: creditEntries.userId, exported: { as: 'creditos' }, end: 'goes' },
  {
    owner: recordingRequests.userId,
    exported: { as: 'solicitacoes', without: ['idempotencyKey', 'deliveredKey', 'heardKey'] },
    end: { nameless: 'a contabilidade guarda o pedido; nome, número, palavras e som saem' },
  },
  {
    owner: audioUploads.userId,
    exported: { as: 'envios', without: ['parts'] },
    end: { stays: 'no máximo uma semana, até que os pedaços do envio sejam recolhidos' },
  },
  {
    owner: imports.userId,
    exported: { as: 'importacoes', without: ['driveFolderId', 'resourceKey'] },
    end: { stays: 'o número de quem importou não leva a ninguém sem a conta' },
  },
  {
    owner: auditEntries.actorId,
    exported: { as: 'alteracoesNoSite', without: ['before', 'after', 'entityId'] },
    end: { stays: 'o histórico do site diz quem o alterou; quem exclui a conta lê isso antes' },
  },
  { owner: pageContent.updatedBy, exported: { because: editor }, end: { stays: editor } },
  { owner: pageContentHistory.savedBy, exported: { because: editor }, end: { stays: editor } },
  {
    owner: notifications.dedupeKey,
    exported: { because: 'avisos aos administradores; os fatos estão nas outras listas' },
    end: 'goes',
  },
  {
    owner: storedObjects.key,
    exported: { because: 'a foto e as gravações se baixam pelos endereços do perfil e das solicitações' },
    end: 'goes',
  },
];
