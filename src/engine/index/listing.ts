/** Tells passages that only bring names in or hand them out: they hold many words of a question and answer none. */
import { commentRow, listingRows, listingWord, mayList } from '../../languages/listingRows';

/** Less than this share of other text makes a listing. */
const maxOtherShare = 0.3;

export function isListing(text: string): boolean {
  if (!listingWord.test(text)) return false;
  const patterns = mayList.test(text) ? listingRows : [commentRow];
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), text);
  return rest.replace(/\s+/g, '').length < maxOtherShare * text.replace(/\s+/g, '').length;
}
