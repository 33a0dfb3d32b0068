/**
 * What the protocol's conformance suite wants to meet: its tools, prompts and resources, by their names there. Stands behind
 * our mount in place of our tools, so that what is tested is our reception, our gate and how messages come and go.
 */
import {
  createRequestStateCodec,
  inputRequired,
  ResourceNotFoundError,
  Server,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Answer<Result> = (
  context: ServerContext,
  input: Record<string, unknown>,
) => Promise<Result | InputRequiredResult> | Result | InputRequiredResult;

/** One red pixel, and a sound of no length. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const says = (...content: CallToolResult['content']): CallToolResult => ({ content });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const codec = createRequestStateCodec<string>({ key: new Uint8Array(32).fill(7) });

/** A form with one field. */
const form = (message: string, field: string, kind?: 'boolean') => {
  const properties = { [field]: kind === undefined ? { type: 'string' as const } : { type: kind } };
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [field] } });
};
const sample = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What was filled in, where that was accepted. */
function filled({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined {
  const response = mcpReq.inputResponses?.[key];
  if (!isObject(response) || response.action !== 'accept') return undefined;
  return isObject(response.content) ? response.content : undefined;
}

const responded = ({ mcpReq }: ServerContext, key: string): unknown => mcpReq.inputResponses?.[key];

const tools: Record<string, Answer<CallToolResult>> = {
  test_simple_text: () => says(text('This is a simple text response for testing.')),
  test_image_content: () => says(image),
  test_audio_content: () => says({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    says({
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    }),
  test_multiple_content_types: () =>
    says(text('Multiple content types test:'), image, {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    }),
  test_error_handling: () => ({ ...says(text('This tool intentionally returns an error for testing')), isError: true }),
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      if (progress < 100) await pause();
    }
    return says(text('Done.'));
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause();
    }
    return says(text('Logged.'));
  },
  test_input_required_result_elicitation(context) {
    const { name } = filled(context, 'user_name') ?? {};
    if (typeof name === 'string') return says(text(`Hello, ${name}!`));
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  },
  test_input_required_result_sampling(context) {
    const answer = responded(context, 'capital_question');
    if (answer !== undefined) return says(text(JSON.stringify(answer)));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  },
  test_missing_capability: () => inputRequired({ inputRequests: { thought: sample('Say one word.') } }),
  test_input_required_result_list_roots(context) {
    const answer = responded(context, 'client_roots');
    if (answer !== undefined) return says(text(JSON.stringify(answer)));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  async test_input_required_result_request_state(context) {
    if (filled(context, 'confirm') && context.mcpReq.requestState<string>() === 'confirming')
      return says(text('state-ok'));
    const requestState = await codec.mint('confirming', context);
    return inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') }, requestState });
  },
  async test_input_required_result_tampered_state(context) {
    if (filled(context, 'confirm')) return says(text('state-ok'));
    const requestState = await codec.mint('sealed', context);
    return inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') }, requestState });
  },
  async test_input_required_result_multiple_inputs(context) {
    const keys = ['user_name', 'greeting', 'client_roots'];
    if (keys.every((key) => responded(context, key) !== undefined)) return says(text('All three came.'));
    const inputRequests = {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await codec.mint('three', context) });
  },
  async test_input_required_result_multi_round(context) {
    const state = context.mcpReq.requestState<string>();
    if (state === 'second' && filled(context, 'step2')) return says(text('Both rounds are over.'));
    if (state === 'first' && filled(context, 'step1')) {
      const inputRequests = { step2: form('Step 2: What is your favorite color?', 'color') };
      return inputRequired({ inputRequests, requestState: await codec.mint('second', context) });
    }
    const inputRequests = { step1: form('Step 1: What is your name?', 'name') };
    return inputRequired({ inputRequests, requestState: await codec.mint('first', context) });
  },
  test_input_required_result_capabilities({ mcpReq }) {
    const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
    const able = envelope['io.modelcontextprotocol/clientCapabilities'];
    const can = (name: string) => isObject(able) && able[name] !== undefined;
    return inputRequired({
      inputRequests: {
        ...(can('sampling') && { thought: sample('Say one word.') }),
        ...(can('elicitation') && { user_name: form('What is your name?', 'name') }),
      },
    });
  },
};

const user = (content: GetPromptResult['messages'][number]['content']) => ({ role: 'user' as const, content });
const asks = (...messages: GetPromptResult['messages']): GetPromptResult => ({ messages });
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const prompts: Record<string, { names: string[]; get: Answer<GetPromptResult> }> = {
  test_simple_prompt: { names: [], get: () => asks(user(text('This is a simple prompt for testing.'))) },
  test_prompt_with_arguments: {
    names: ['arg1', 'arg2'],
    get: (_, { arg1, arg2 }) => asks(user(text(`Prompt with arguments: arg1='${words(arg1)}', arg2='${words(arg2)}'`))),
  },
  test_prompt_with_embedded_resource: {
    names: ['resourceUri'],
    get: (_, { resourceUri }) =>
      asks(
        user({
          type: 'resource',
          resource: { uri: words(resourceUri), mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user(text('Please process the embedded resource above.')),
      ),
  },
  test_prompt_with_image: { names: [], get: () => asks(user(image), user(text('Please analyze the image above.'))) },
  test_input_required_result_prompt: {
    names: [],
    get(context) {
      const { context: given } = filled(context, 'user_context') ?? {};
      if (typeof given === 'string') return asks(user(text(`In the context of ${given}.`)));
      return inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } });
    },
  },
};

const resources: Record<string, ReadResourceResult['contents'][number]> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: png },
};

export function createConformanceServer(): Server {
  const server = new Server(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Of the suite: ${name}`,
      inputSchema: { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools[params.name];
    return tool ? tool(context, params.arguments ?? {}) : { ...says(text('There is no such tool.')), isError: true };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { names }]) => ({
      name,
      description: `Of the suite: ${name}`,
      arguments: names.map((one) => ({ name: one, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts[params.name];
    if (!prompt) throw new Error('There is no such prompt.');
    return prompt.get(context, params.arguments ?? {});
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.values(resources).map(({ uri, mimeType }) => ({ uri, name: uri, ...(mimeType && { mimeType }) })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
    const made = id !== undefined && {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    };
    const found = made || resources[uri];
    if (!found) throw new ResourceNotFoundError(uri);
    return { contents: [found] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { values: [`${params.argument.value}is`], total: 1, hasMore: false },
  }));
  return server;
}
