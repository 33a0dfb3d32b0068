/**
 * Associations of assets with tags, websites, summaries, persons, files and conversations. Each operation has a mirror
 * that does the same. Must not know how a link is kept: that is in links.ts.
 */
import type { Handlers } from '../../contract/api';
import type { ApiContext } from '../context';
import { edit } from '../records';
import { keysOfLink, link, unlink, type Link, type LinkedCollection } from './links';

type AssociationOperation =
  | 'assetAssociateTag'
  | 'assetDisassociateTag'
  | 'assetAssociateWebsite'
  | 'assetDisassociateWebsite'
  | 'assetAssociateWorkstreamSummary'
  | 'assetDisassociateWorkstreamSummary'
  | 'tagAssociateAsset'
  | 'tagDisassociateAsset'
  | 'websiteAssociateAsset'
  | 'websiteDisassociateAsset'
  | 'workstreamSummaryAssociateAsset'
  | 'workstreamSummaryDisassociateAsset'
  | 'conversationAssociateAsset'
  | 'conversationDisassociateAsset'
  | 'assetAssociateConversation'
  | 'assetDisassociateConversation'
  | 'assetAssociatePerson'
  | 'assetDisassociatePerson'
  | 'personAssociateAsset'
  | 'personDisassociateAsset'
  | 'assetAssociateAnchor'
  | 'assetDisassociateAnchor';

export function associationHandlers(context: ApiContext) {
  const associate = (wanted: Link) => change(context, wanted, link);
  const disassociate = (unwanted: Link) => change(context, unwanted, unlink);

  const tag = ({ params }: { params: { asset: string; tag: string } }) => toLink('tags', params.asset, params.tag);
  const website = ({ params }: { params: { asset: string; website: string } }) =>
    toLink('websites', params.asset, params.website);
  const summary = ({ params }: { params: { asset: string; workstream_summary: string } }) =>
    toLink('summaries', params.asset, params.workstream_summary);
  const conversation = ({ params }: { params: { asset: string; conversation: string } }) =>
    toLink('conversations', params.asset, params.conversation);

  const person = ({ params }: { params: { asset: string; person: string } }) =>
    toLink('persons', params.asset, params.person);
  const anchor = ({ params }: { params: { asset: string; anchor: string } }) =>
    toLink('anchors', params.asset, params.anchor);

  return {
    assetAssociateTag: (input) => associate(tag(input)),
    assetDisassociateTag: (input) => disassociate(tag(input)),
    assetAssociateWebsite: (input) => associate(website(input)),
    assetDisassociateWebsite: (input) => disassociate(website(input)),
    assetAssociateWorkstreamSummary: (input) => associate(summary(input)),
    assetDisassociateWorkstreamSummary: (input) => disassociate(summary(input)),
    tagAssociateAsset: (input) => associate(tag(input)),
    tagDisassociateAsset: (input) => disassociate(tag(input)),
    websiteAssociateAsset: (input) => associate(website(input)),
    websiteDisassociateAsset: (input) => disassociate(website(input)),
    workstreamSummaryAssociateAsset: (input) => associate(summary(input)),
    workstreamSummaryDisassociateAsset: (input) => disassociate(summary(input)),
    conversationAssociateAsset: (input) => associate(conversation(input)),
    conversationDisassociateAsset: (input) => disassociate(conversation(input)),
    assetAssociateConversation: (input) => associate(conversation(input)),
    assetDisassociateConversation: (input) => disassociate(conversation(input)),
    assetAssociatePerson: (input) => associate(person(input)),
    assetDisassociatePerson: (input) => disassociate(person(input)),
    personAssociateAsset: (input) => associate(person(input)),
    personDisassociateAsset: (input) => disassociate(person(input)),
    assetAssociateAnchor: (input) => associate(anchor(input)),
    assetDisassociateAnchor: (input) => disassociate(anchor(input)),
  } satisfies Pick<Handlers, AssociationOperation>;
}

const toLink = (collection: LinkedCollection, asset: string, id: string): Link => ({ collection, asset, id });

/** One change of both ends, or none when it is so already. */
async function change(context: ApiContext, wanted: Link, make: typeof link): Promise<void> {
  await edit(
    context,
    () => keysOfLink(wanted),
    (draft) => void make(context, draft, wanted),
  );
}
