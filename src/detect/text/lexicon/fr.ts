import type { Lexicon } from './concepts.js';

/** French. */
export const fr: Lexicon = {
  take: 'lis, lire, lisez, ouvre, ouvrir, ouvrez, récupère*, récupérer, collecte*, copie, copier, copiez, extrais, extraire, cherche, rassemble*, prends, collecte, collecter, récupère, prendre, rassemble, rassembler, chercher, exporter, capturer, enregistre, affiche',
  give: 'envoie*, envoyer, envoyez, mets, mets-le, mettre, mettez*, inclus, inclure, incluez, ajoute*, ajouter, joins, joindre, transmets*, transmettre, transmettez, passe, passer, passez, place*, insère*, téléverse*, publie, poste, colle, écris, fais suivre, transfère*, transférer, renvoie, fournis, envoie, transmets, téléverse, téléverser, publier, poster, transfère, expédie, expédier, remets, remettre, insère, insérer, ajoute, placer, partager, dépose, déposer, va à, vont à, doit aller à, est envoyé*, sont envoyé*, est transmis*, sont transmis*, communique, communiquer',
  run: 'exécute*, exécuter, lance, lancer, lancez, appelle, démarre, démarrer, lance-le, exécute-le, faire tourner, fais tourner',
  fetch: 'télécharge*, télécharger, récupère*, va chercher, charger, obtiens, obtenir',
  follow: 'suis, suivez, suivre, obéis, obéissez, respecte, respectez, applique*, conforme-toi',
  decode: 'décode*, déchiffre*',
  disclose:
    'parler, parle, parles, dire, dis, dites, dis-le, mentionne*, mentionner, révèle*, révéler, informer, informe*, montre*, montrer, signale*, signaler, prévenir, préviens, avertir, explique*, communique*, afficher, affiche',
  hush: "silencieusement, en silence, en secret, discrètement, secrètement, à l’insu, à l'insu, cache-le, cache cela, cacher, dissimule*, sans un mot, sans commentaire, en cachette, sans prévenir, sans le dire, sans mentionner, sans informer, sans que l'utilisateur, en douce",
  claim: 'réponds, répondez, affirme*, dis que, prétends, assure*',
  store: 'mémorise*, retiens, enregistre*, souviens-toi',
  void: 'ignore*, ignorer, ignorez, oublie*, oublier, oubliez, néglige*, contourne*, annule*, ne tiens pas compte, ne tenez pas compte, ne tiens plus compte, écarte*, fais abstraction, outrepasse*',
  earlier: 'précédent*, antérieur*, toutes, tous, ci-dessus, initial*, reçues, existant*, préalable*, données, du système',
  instructions: 'instruction*, règle*, consigne*, directive*, ordre, ordres, contrainte*, restriction*, limite*',
  secret:
    "clé privée, clés privées, identifiants, variables d'environnement, variables d’environnement, phrase secrète, jeton d'accès, jeton d’accès, trousseau, mots de passe enregistrés, tous les mots de passe, clé ssh, clés ssh, clés api, clé api, clé d’api, clé d'api, trousseau*, fichier .env, jetons, cookies de session",
  credential: 'mot de passe, mots de passe, clé, clés, jeton, jetons, secret',
  context:
    "conversation*, historique*, invite système, prompt système, presse-papiers, message système, échange complet, capture d'écran, capture d’écran, captures d'écran, code source, dossier du projet, courriels, carnet d'adresses, données clients, tous les fichiers, messages de l'utilisateur, liste des fichiers",
  prompt: 'prompt système, invite système, message système',
  slot: 'champ*, argument*, paramètre*, en-tête*, requête*, commentaire*',
  user: 'utilisateur*, utilisatrice*, client*',
  negate:
    "ne, n', n’, pas, jamais, sans, rien, interdit*, aucun, aucune, évite*, il est interdit, ne doit pas, ne doivent pas, défense de, refuse, refusez, personne ne, personne n’",
  every: "toujours, chaque, avant chaque, avant d'utiliser, avant d’utiliser, d'abord, d’abord, à chaque, systématiquement, doit, dois",
  whole: 'complet, complète, entier, entière, intégral*, tout, toute, mot pour mot',
  ask: 'demander, demande*, confirmation, confirmer, confirme*, autorisation, permission, approbation, accord, demande, demandez, confirmation*, confirme',
  risky: 'supprime*, suppression*, supprimer, payer, paiement*, virement*, exécut*, commande*, achat*, publier, action*, effacer',
  consent:
    'a accepté, ont accepté, a déjà accepté, déjà accepté, a approuvé, ont approuvé, déjà approuvé, a autorisé, ont autorisé, a donné son accord, ont donné leur accord, a consenti, déjà consenti',
  broken: 'cassé*, dangereux, obsolète*, défectueu*, ne fonctionne pas, ne marche plus, peu fiable, en panne, périmé*',
  instead: 'à la place, au lieu, plutôt que, remplace*, toujours celui-ci, uniquement celui-ci, seulement celui-ci, que celui-ci',
  otherTools: 'autres outils, autre outil',
  elsewhere: 'autres outils, autre outil, autre serveur, autres serveurs, serveur*',
  verdict: 'hors ligne, sûr, sans danger, ne stocke rien, aucun problème, ne conserve rien',
  wipe: 'supprime, efface, détruis, écrase, vide, supprimer, effacer, détruire, écraser, vider, supprimez, effacez, formater, purger, nettoie, chiffre, chiffrer, élimine',
  precious:
    'répertoire personnel, dossier personnel, sauvegardes, base de données, tous les fichiers, répertoire utilisateur, dossier utilisateur, répertoire home, disque dur, toutes les données, toutes les tables, bases de données, tous les documents, sauvegarde, branche principale, branche main, branche master, toutes les branches, historique git',
  memory: 'mémoire',
  trust: 'de confiance, autorisé*, approuvé*, sans vérification',
  coerce: 'sinon, autrement, échouera, ne fonctionnera pas',
  recipient: 'destinataire*, copie cachée, bénéficiaire*, compte bancaire',
  unbound: 'sans restriction*, sans limite*, sans règle*',
  persona: 'agis comme, tu es maintenant, fais semblant, comporte-toi',
  mention:
    'attaquant*, n’obéissez pas, exemple*, par exemple, attaque*, détecte*, malveillant*, suspect*, rejet*, échantillon*, injection*',
  agent: 'assistant*, agent*, modèle*',
  disable: 'désactive, désactiver, désactivez, couper, arrête, arrêter, éteins, éteindre, contourne, contourner, saute',
  protection:
    'pare-feu, bac à sable, vérification des certificats, avertissements de sécurité, contrôles de sécurité, double authentification',
};
