const BINARY =
  /\.(?:png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|psd|heic|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|oga|ogv|wav|flac|aac|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|lz4|7z|rar|tar|jar|war|ear|aar|whl|egg|gem|nupkg|deb|rpm|apk|ipa|dmg|iso|img|vmdk|qcow2|exe|dll|so|dylib|a|o|obj|lib|pdb|class|pyc|pyo|pyd|wasm|node|bin|dat|db|sqlite3?|mdb|parquet|arrow|feather|avro|orc|npy|npz|pkl|pickle|pt|pth|ckpt|safetensors|gguf|ggml|onnx|tflite|h5|hdf5|keras|pb|mar|pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|mo|gmo|swf|blend|fbx|glb|stl|dwg|sketch|fig|ai|eps|raw|dng|cr2|nef|asc?tc|ktx2?|dds|tga|hdr|exr|rdb|lmdb|idx|pack|rev|br)$/i;

const READ_ARCHIVE = /\.(?:zip|jar|war|ear|aar|jpi|hpi|par|whl|egg|nupkg|vsix|apk|ipa|tar|tgz|gz|zst|tzst|crate|gem)$/i;
const UNREAD_ARCHIVE = /\.(?:bz2|tbz2?|xz|txz|7z|rar|lz4|lzma)$/i;

/** True for names of archives. */
export function isArchive(path: string): boolean {
  return READ_ARCHIVE.test(path) || isUnreadArchive(path);
}

/** True for names of archives that are compressed in ways that nobody here reads. */
export function isUnreadArchive(path: string): boolean {
  return UNREAD_ARCHIVE.test(path);
}

/** False for files whose name says that they hold no text. */
export function mayHoldText(path: string): boolean {
  return !BINARY.test(path);
}
