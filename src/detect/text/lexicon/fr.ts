import type { Lexicon } from './concepts.js';

/** French. */
export const fr: Lexicon = {
  take: 'lis, lire, lisez, ouvre, ouvrir, ouvrez, récupère*, récupérer, collecte*, copie, copier, copiez, extrais, extraire, cherche, rassemble*, prends',
  give: 'envoie*, envoyer, envoyez, mets, mets-le, mettre, mettez*, inclus, inclure, incluez, ajoute*, ajouter, joins, joindre, transmets*, transmettre, transmettez, passe, passer, passez, place*, insère*, téléverse*, publie, poste, colle, écris, fais suivre, transfère*, transférer, renvoie, fournis',
  run: 'exécute*, exécuter, lance, lancer, lancez, appelle',
  fetch: 'télécharge*, télécharger, récupère*',
  follow: 'suis, suivez, suivre, obéis, obéissez, respecte, respectez, applique*, conforme-toi',
  decode: 'décode*, déchiffre*',
  disclose:
    'parler, parle, parles, dire, dis, dites, dis-le, mentionne*, mentionner, révèle*, révéler, informer, informe*, montre*, montrer, signale*, signaler, prévenir, préviens, avertir, explique*, communique*, afficher, affiche',
  hush: "silencieusement, en silence, en secret, discrètement, secrètement, à l’insu, à l'insu, cache-le, cache cela, cacher, dissimule*, sans un mot, sans commentaire, en cachette",
  claim: 'réponds, répondez, affirme*, dis que, prétends, assure*',
  store: 'mémorise*, retiens, enregistre*, souviens-toi',
  void: 'ignore*, ignorer, ignorez, oublie*, oublier, oubliez, néglige*, contourne*, annule*, ne tiens pas compte, ne tenez pas compte, ne tiens plus compte, écarte*, fais abstraction, outrepasse*',
  earlier: 'précédent*, antérieur*, toutes, tous, ci-dessus, initial*, reçues, existant*, préalable*, données, du système',
  instructions: 'instruction*, règle*, consigne*, directive*, ordre, ordres, contrainte*, restriction*, limite*',
  secret:
    "clé privée, clés privées, identifiants, variables d'environnement, variables d’environnement, phrase secrète, jeton d'accès, jeton d’accès, trousseau, mots de passe enregistrés, tous les mots de passe, clé ssh, clés ssh",
  credential: 'mot de passe, mots de passe, clé, clés, jeton, jetons, secret',
  context: 'conversation*, historique*, invite système, prompt système, presse-papiers, message système, échange complet',
  prompt: 'prompt système, invite système, message système',
  slot: 'champ*, argument*, paramètre*, en-tête*, requête*, commentaire*',
  user: 'utilisateur*, utilisatrice*, client*',
  negate: "ne, n', n’, pas, jamais, sans, rien, interdit*, aucun, aucune, évite*",
  every: "toujours, chaque, avant chaque, avant d'utiliser, avant d’utiliser, d'abord, d’abord, à chaque, systématiquement, doit, dois",
  whole: 'complet, complète, entier, entière, intégral*, tout, toute, mot pour mot',
  ask: 'demander, demande*, confirmation, confirmer, confirme*, autorisation, permission, approbation, accord',
  risky: 'supprime*, suppression*, supprimer, payer, paiement*, virement*, exécut*, commande*, achat*, publier, action*, effacer',
  consent:
    'a accepté, ont accepté, a déjà accepté, déjà accepté, a approuvé, ont approuvé, déjà approuvé, a autorisé, ont autorisé, a donné son accord, ont donné leur accord, a consenti, déjà consenti',
  broken: 'cassé*, dangereux, obsolète*, défectueu*, ne fonctionne pas, ne marche plus, peu fiable, en panne',
  instead: 'à la place, au lieu, plutôt que, remplace*',
  otherTools: 'autres outils, autre outil',
  elsewhere: 'autres outils, autre outil, autre serveur, autres serveurs, serveur*',
  verdict: 'hors ligne, sûr, sans danger, ne stocke rien, aucun problème, ne conserve rien',
  wipe: 'supprime, efface, détruis, écrase, vide',
  precious: 'répertoire personnel, dossier personnel, sauvegardes, base de données, tous les fichiers',
  memory: 'mémoire',
  trust: 'de confiance, autorisé*, approuvé*, sans vérification',
  coerce: 'sinon, autrement, échouera, ne fonctionnera pas',
  recipient: 'destinataire*, copie cachée, bénéficiaire*, compte bancaire',
  unbound: 'sans restriction*, sans limite*, sans règle*',
  persona: 'agis comme, tu es maintenant, fais semblant, comporte-toi',
  mention:
    'attaquant*, n’obéissez pas, exemple*, par exemple, attaque*, détecte*, malveillant*, suspect*, rejet*, échantillon*, injection*',
  agent: 'assistant*, agent*, modèle*',
};
