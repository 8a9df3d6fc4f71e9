/** The first tab stop: skips the menu and moves to the content. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-surface px-4 py-2 font-semibold text-link focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
