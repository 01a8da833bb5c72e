/**
 * English words that no Portuguese sentence has; loanwords of the specification (Login, Upload, Player) are left out.
 */
const words = `about account add added again all already an and any are at back be been but button by can cancel
cannot cart category change check choose clear click close closed confirm contact copy could create date
day days delete description details disabled done edit empty enter expected expired failed field fields
file files filter find first found from get go has have help hide home hour hours if in invalid is it items last
leave less list load loaded loading log logged loop make message minimum maximum missing month more must mute my name
never new next not now of off older ok one only open optional or other our page pages password pause paused pending
phone please previous price profile received remove removed repeat request required results retry save saved saving
search see select selected send sent settings share should show sign size skip something song songs sort start
stop string submit subscribe subscription success successfully tap thanks that the their there these this to toggle
too track tracks try unable undefined unexpected unknown unmute unsaved update updated upgrade user username users
valid value view wait warning was week welcome were what when will with without wrong year yes you your`;

const english = new Set(words.split(/\s+/));

/** URLs, paths (a test's folder has random letters), and file names are no text. */
const noText =
  /(?:\/[\w.-]+){2,}|https?:\/\/\S+|www\.\S+|\S+@\S+|\S+\.(?:mp3|wav|csv|json|zip|png|jpg|webp|br|com)\b/gi;

/** What Brazilian keyboards have printed on their keys. */
const keyNames = /\b(?:Page ?(?:Up|Down)|Home|Enter)\b/g;

/** The chunk of a WAV file for automation programs, in quotation marks. */
const cartChunk = /“cart”/g;

/** The English words in a visible text. */
export function englishIn(text: string): string[] {
  const found =
    text
      .replace(noText, ' ')
      .replace(keyNames, ' ')
      .replace(cartChunk, ' ')
      .match(/[\p{L}]+(?:-[\p{L}]+)*/gu) ?? [];
  return found.filter((word) => english.has(word.toLowerCase()));
}
