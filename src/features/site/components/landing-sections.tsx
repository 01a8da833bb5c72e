import type { LandingData } from '../landing.ts';
import { ContactBar } from './contact-bar.tsx';
import { ContactSection } from './contact-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { FeatureList } from './feature-list.tsx';
import { Hero } from './hero.tsx';
import { PackSection } from './pack-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { ProgramClock } from './program-clock.tsx';
import { VideoFacade } from './video-facade.tsx';
import { VinhetaSteps } from './vinheta-steps.tsx';

interface LandingSectionsProps {
  landing: LandingData;
  /** The action of a plan's button. */
  mode: 'buy' | 'sign-in' | 'manage';
  /** The page of a purchase that was begun without scripts. */
  checkoutUrl?: string | null;
}

export function LandingSections({ landing, mode, checkoutUrl }: LandingSectionsProps) {
  const { hero, features, pricing, faq, contact, video, from, offers, counts, samples, packs } = landing;
  return (
    <>
      <Hero title={hero.title} subtitle={hero.subtitle} from={from} samples={samples} />
      <ProgramClock counts={counts} />
      <PackSection packs={packs} total={counts?.packages ?? null} />
      <VinhetaSteps />
      <FeatureList {...features} />
      <VideoFacade title={hero.video_title} description={hero.video_description} video={video} />
      <PlanSection {...pricing} offers={offers} mode={mode} checkoutUrl={checkoutUrl} contact={contact} />
      <FaqSection {...faq} />
      <ContactSection contact={contact} />
      <ContactBar contact={contact} from={from} />
    </>
  );
}
