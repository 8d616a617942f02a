/** Code of the thread that reads manifests in YAML. It reads one text at a time, in order of arrival. */
import { parentPort } from 'node:worker_threads';
import { ManifestYamlError, yamlToJson } from './manifest-yaml.ts';

/** The result for one text: the documents as JSON, or the reason why the text is refused. */
export type YamlAnswer = { readonly json: string } | { readonly problem: string };

parentPort!.on('message', (text: string) => parentPort!.postMessage(answerTo(text)));

function answerTo(text: string): YamlAnswer {
  try {
    return { json: yamlToJson(text) };
  } catch (error) {
    if (error instanceof ManifestYamlError) return { problem: error.message };
    if (error instanceof RangeError) return { problem: 'it is nested too deeply.' };
    throw error;
  }
}
