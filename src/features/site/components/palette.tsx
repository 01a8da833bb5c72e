import Search from 'lucide-react/icons/search';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SuggestionList, toldOf } from '#features/search/components/suggestion-list.tsx';
import { useSuggestions } from '#features/search/components/use-suggestions.ts';
import { addRecent, forgetRecent, readRecent } from '#features/search/suggestions/recent.ts';
import { plain } from '#features/search/words/typos.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Input } from '#ui/input.tsx';
import { useCombobox } from '#ui/use-combobox.ts';

interface PaletteProps {
  owner: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** What was typed before the field was there; from then on the field takes the keys. */
  takeAhead(): string;
}

/** Pages, actions, categories, packages and tracks by a few letters; what the server offers to this person. */
export function Palette({ owner, isOpen, onOpenChange, takeAhead }: PaletteProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title="Ir para…" className="sm:top-[12dvh] sm:mt-0 sm:max-h-[min(40rem,80dvh)]!">
        <PaletteBody owner={owner} takeAhead={takeAhead} onLeave={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

interface PaletteBodyProps extends Pick<PaletteProps, 'owner' | 'takeAhead'> {
  onLeave(): void;
}

function PaletteBody({ owner, takeAhead, onLeave }: PaletteBodyProps) {
  const { typed, type, found, suggestions, choose, hurry, forget } = usePalette(owner, onLeave);
  const takeTyped = useEffectEvent(() => type(takeAhead()));
  useEffect(() => takeTyped(), []);
  const combobox = useCombobox({
    count: found.isLate ? 0 : suggestions.length,
    isOpen: true,
    onOpen: () => {},
    onChoose: choose,
    startsAtFirst: true,
  });
  return (
    <>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <Input
          {...combobox.inputProps}
          aria-label={fieldName}
          placeholder={fieldName}
          value={typed}
          onChange={(event) => {
            type(event.target.value);
            combobox.reset();
          }}
          onKeyDown={(event) => {
            combobox.inputProps.onKeyDown(event);
            if (event.key === 'Enter') hurry();
          }}
          enterKeyHint="go"
          className="pl-11"
        />
      </div>
      <span role="status" className="sr-only">
        {toldOf(found, suggestions.length, failed)}
      </span>
      <div className="-mx-2 mt-3 min-h-72">
        <SuggestionList
          id={combobox.listId}
          suggestions={suggestions}
          active={combobox.active}
          optionId={combobox.optionId}
          onChoose={choose}
          isLate={found.isLate && suggestions.length > 0}
        />
        {found.hasFailed ? <p className="px-3 py-2 text-sm text-muted">{failed}</p> : null}
        {typed === '' && suggestions.some(({ of }) => of === 'recent') ? (
          <Button size="sm" variant="ghost" className="mt-1" onClick={forget}>
            Apagar recentes
          </Button>
        ) : null}
      </div>
    </>
  );
}

const fieldName = 'Página, pacote, faixa ou ação';
const failed = 'A busca não respondeu. Tente de novo.';

/** What stands in the palette for what was typed: own recent places first. */
function usePalette(owner: string, onLeave: () => void) {
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState(() => readRecent(owner));
  const navigate = useNavigate();
  const found = useSuggestions(typed, { isOn: true, all: true });
  const shown = recent.filter(({ label }) => plain(label).includes(plain(typed.trim()))).slice(0, 5);
  const others = found.suggestions.filter(({ to }) => shown.every((each) => each.to !== to));
  const suggestions = [...shown, ...others];

  function choose(at: number) {
    const chosen = suggestions[at];
    if (!chosen) return;
    addRecent(owner, chosen);
    onLeave();
    void navigate(chosen.to);
  }
  // Enter before the answer takes what comes, not what stands there from an earlier text.
  const isHurried = useRef(false);
  useEffect(() => {
    if (found.isLate || !isHurried.current) return;
    isHurried.current = false;
    choose(0);
  });
  return {
    typed,
    found,
    suggestions,
    choose,
    type(text: string) {
      isHurried.current = false;
      setTyped(text);
    },
    hurry() {
      isHurried.current = found.isLate;
    },
    forget() {
      forgetRecent(owner);
      setRecent([]);
    },
  };
}
