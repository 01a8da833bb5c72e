/** The first focusable element: skips the bar (`#conteudo`). */
export function SkipLink() {
  return (
    <a
      href="#conteudo"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-sm focus:bg-accent focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-accent"
    >
      Pular para o conteúdo
    </a>
  );
}
